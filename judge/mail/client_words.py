"""What mail clients write around a person's words, in the languages they write it.

English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Russian, Japanese, Chinese, and the Nordic ones.
"""

import re

# "wrote" must end its line, or a press that says "in my letter of 3.4. I wrote that:" would be taken for one
WROTE = (
    r"(?:wrote|writes|sent|a écrit|écrivait|ha scritto|escribió|escreveu|napisał(?:a|\(a\))?|pisze|написал(?:а|\(а\))?|"
    r"пише|пишет|написав(?:\(ла\))?|написала|写道|寫道|kirjoitti|"
    r"đã viết|yazdı|napsal(?:a|\(a\))?|napísal(?:a|\(a\))?|írta|"
    r"a scris|je napisao(?:/la)?|έγραψε|כתב|כתבה|כתב/ה|كتب|작성|님이 작성|menulis|"
    r"さんは書きました|のメール|のメッセージ)\s?[:：]"
    r"|(?:schrieb|schrieben Sie|schreibt|schreef|heeft geschreven|geschreven|skrev|a écrit|写道)\b.{0,80}[:：]"
)
DAY_OR_DATE = (
    r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{4}\s?年|\d{1,2}[:.]\d{2}|\d{1,2}[.\s]\s?\S+\s\d{4}|"
    r"\d{1,2},\s\d{4}|\d{1,2} de \S{3,12} de \d{4}|"
    r"[^\s@]{1,64}@[^\s@]{1,99})"
)
ATTRIBUTION_START = re.compile(
    r"(?:On|Am|Le|El|Il(?: giorno)?|Op|Em|W dniu|Dnia|Den|Quoting|Zitat von|At|In article|В |в |"
    r"(?:пн|вт|ср|чт|пт|сб|вс|Понедельник|Вторник|Среда|Четверг|Пятница|Суббота|Воскресенье)\b|\d{1,4}[./\s年-]|在|于|於|"
    r"\S.{0,90}?(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|napisał|pisze|"
    r"написал|写道|寫道|skrev))",
    re.IGNORECASE,
)
ATTRIBUTION = re.compile(
    rf"(?=.*{DAY_OR_DATE}).{{3,300}}(?:{WROTE})"  # On Tue, 3 Mar 2026 at 21:00, Judge <…> wrote:
    r"|On .{5,160}<[^<>\s]+@[^<>\s]+> wrote:\s.{0,200}"  # Yahoo on phones: the quote begins on the same line
    r"|Quoting .{3,120}[:：]|Zitat von .{3,120}[:：]"
    r"|\d{4}[年/.-]\s?\d{1,2}[月/.-]\s?\d{1,2}日?.{0,120}<[^\s<>]+@[^\s<>]+>\s?(?:[:：]|のメール[:：]?)"
    r"|(?:пн|вт|ср|чт|пт|сб|вс),.{5,120}<[^<>]+@[^<>]+>:"  # Gmail, Russian
    r"|\d{1,2}\.? \w{3,10}\.? \d{4}(?: um| à| at)? \d{1,2}:\d{2}(?::\d{2})?.{1,80}<[^<>\s]+@[^<>\s]+>:"  # FairEmail
    r"|\d{4}/\d{1,2}/\d{1,2} .{1,80}<[^<>\s]+@[^<>\s]+>:?"  # Gmail, once
    r"|\d{4}-\d\d-\d\d \d\d:\d\d GMT[+-]\d\d:\d\d .{1,80}"
    r"|.{5,120}\bот\b.{2,80}[@>].{0,80}:"  # Mail.ru
    # In any language: a date, a time, an address in brackets, at most the word or two for "wrote", a colon
    r"|(?=.*\b\d{1,2}[:.h]\d{2}\b)(?=.*(?:\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2}))"
    r".{5,200}[<(\[]\s?[^<>\s]{1,64}@"
    r"[^<>\s]{1,99}[>)\]]{1,2}(?:\s\S{1,15}){0,3}(?:\s\([^()]{5,60}\))?\s?[:：]",
    re.IGNORECASE,
)
DATED = re.compile(r"\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2}|\b\d{1,2}[:.h]\d{2}\b")
SHARED_LINE = re.compile(  # "A PAR - BUR On Wed, Apr 4, 2012 at 3:59 PM, bob@example.com wrote:"
    r"(?P<own>[^@]{1,200}?\S)\s*(?:-{2,}\s*|\s)(?P<rest>On (?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? |\d|"
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} \d).{5,250} wrote:)",
    re.IGNORECASE,
)
LAST_OF_ATTRIBUTION = re.compile(r">\s?(?:wrote|writes|sent)\s?:", re.IGNORECASE)
"""The end of an attribution whose address stands on a line of its own; it looks like a quote."""
# An address, or a whole date and a time: no press says that by the way
CERTAIN_ATTRIBUTION = re.compile(
    r"[^\s@]{1,64}@[^\s@]{1,99}"
    r"|(?=.*\d{1,2}[:.]\d{2})(?:.*(?:19|20)\d\d|.*\d{1,2}[./-]\d{1,2}[./-]\d{2})"
    r"|(?=.*\b20\d\d\b).*\b\d{1,2}\b"  # a day of this century, which no game's press is about
)
FORWARDED = re.compile(
    r"(?:-{2,}|_{2,}|={3,})\s*(?:Original Message|Forwarded message|Original Appointment|Reply message|"
    r"Ursprüngliche Nachricht|Antwort Nachricht|Original-Nachricht|Originalnachricht|Weitergeleitete Nachricht|"
    r"Message d'origine|Message original|Message transféré|Message initial|Mensaje original|Mensaje reenviado|"
    r"Messaggio originale|Messaggio inoltrato|Oorspronkelijk bericht|Doorgestuurd bericht|Originele bericht|"
    r"Origineel bericht|"
    r"Mensagem original|Mensagem encaminhada|Wiadomość oryginalna|Oryginalna wiadomość|Wiadomość przekazana|"
    r"Пересылаемое сообщение|Исходное сообщение|Исходное письмо|Original meddelande|Ursprungligt meddelande|"
    r"Oprindelig meddelelse|元のメッセージ|転送メッセージ|転送されたメッセージ|元のメール|"
    r"原始邮件|转发的邮件|转发邮件信息|"
    r"原始郵件|轉寄郵件|Forwarded by .{1,80})\s*(?:-{2,}|_{2,}|={3,})?.{0,60}"
    r"|-{3,}\s?(?:On )?.{2,120}\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|napisał|написал)"
    r"\s?:?\s?-{3,}"
    r"|(?:Begin )?forwarded message:|"
    r"Anfang der weitergeleiteten Nachricht:|Début du message (?:réexpédié|transféré)\s?:|"
    r"Inicio del mensaje reenviado:|Inizio messaggio inoltrato:|Begin doorgestuurd bericht:|"
    r"Início da mensagem (?:reencaminhada|encaminhada):|Początek przekazywanej wiadomości:|"
    r"Начало переадресованного сообщения:|転送されたメッセージ:|开始转发的邮件：",
    re.IGNORECASE,
)
SENT_FROM = re.compile(
    r"(?:Sent (?:from|via|using|with) (?:my |the all new |a mobile |Yahoo|Mail|Outlook|Proton|Samsung|Gmail|Mobile|"
    r"Galaxy|Windows|BlackBerry).{0,90}|Get (?:Outlook|BlueMail|TypeApp).{0,80}|"
    r"Von meinem .{1,40} gesendet\.?|Gesendet (?:von|mit|aus) .{1,80}|"
    r"Envoyé (?:de|depuis|à partir d).{1,80}|Obtenez Outlook.{0,60}|Enviado (?:desde|do|de|a partir d).{1,80}|"
    r"Obtener Outlook.{0,60}|Inviato da.{1,80}|Verzonden (?:vanaf|met|via|vanuit).{1,80}|"
    r"Verstuurd (?:vanaf|via).{1,80}|Wysłan[eoya]+ z.{1,80}|Отправлено (?:с|из).{1,80}|发自我的.{1,40}|"
    r"從我的.{1,40}(?:傳送|寄出)|来自我的.{1,40}|.{1,20}から送信|Skickat från.{1,60}|Sendt fra.{1,60}|"
    r"Outlook (?:for|für|pour|para|per|voor|для) (?:iOS|Android).{0,70})",
    re.IGNORECASE,
)
BOILERPLATE = re.compile(
    r"(?:_{5,}|\*{3,} ?(?:This (?:e-?mail|message)|CONFIDENTIAL).{0,200}|"
    r"\[EXTERNAL\].{0,200}|CAUTION: .{0,200}|You don't often get email from .{0,200}|"
    r"This (?:e-?mail|message) (?:and any|is confidential|was sent).{0,300}|Virus-free\..{0,80}|"
    r"(?:Diese E-Mail wurde|Virenfrei\.).{0,120}|\[cid:[^\]]{0,120}\]|\[image:? ?.{0,80}\])",
    re.IGNORECASE,
)
_HEADERS = {
    "from": "from von de da van od от 差出人 送信者 发件人 寄件者 寄件人 från fra expéditeur afzender "
    "remetente mittente",
    "sent": "sent date gesendet datum envoyé enviado fecha inviato data verzonden enviada wysłano дата "
    "отправлено "
    "送信日時 日付 日時 发送时间 日期 寄件日期 时间 skickat sendt enviado\u00a0el enviada\u00a0em",
    "to": "to an à para a aan do кому 宛先 收件人 till til komu destinatario",
    "cc": "cc kopie копия 抄送 副本 kopia kopi",
    "subject": "subject betreff objet asunto oggetto onderwerp assunto temat тема 件名 主题 主旨 ämne emne",
    "reply-to": "reply-to antwort antworten\u00a0an répondre\u00a0à",
}
HEADER_WORDS = {word.replace("\u00a0", " "): name for name, text in _HEADERS.items() for word in text.split(" ")}
