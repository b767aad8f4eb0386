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
    r"|(?:schrieb|schrieben Sie|Sie schrieben|schreibt|schreef|heeft geschreven|geschreven|"
    r"skrev|a écrit|写道)\b.{0,80}[:：]"
)
DAY_OR_DATE = (
    r"(?:\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}|\d{4}\s?年|\d{1,2}[:.]\d{2}|\d{1,2}[.\s]\s?\S+\s\d{4}|"
    r"\d{1,2},\s\d{4}|\d{1,2} de \S{3,12} de \d{4}|"
    r"[^\s@]{1,64}@[^\s@]{1,99})"
)
ATTRIBUTION_START = re.compile(
    r"(?:On|Am|No dia|Le|El|Il(?: giorno)?|Op|Em|W dniu|Dnia|Den|Quoting|Zitat von|At|In article|В |в |"
    r"(?:пн|вт|ср|чт|пт|сб|вс|Понедельник|Вторник|Среда|Четверг|Пятница|Суббота|Воскресенье)\b|"
    r"Вы писали|Wiadomość napisana|-{3,}\s?On |\d{1,4}[./\s年-]|在|于|於|"
    r"\S.{0,90}?(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|napisał|pisze|"
    r"написал|写道|寫道|さんは書きました|skrev))",
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
    # SeaMonkey and phones: who wrote stands before when
    rf"|(?=.*{DAY_OR_DATE}).{{2,150}}\b(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|skrev|"
    r"napisał(?:a|\(a\))?|написал(?:а|\(а\))?)\s(?:(?:on|am|le|el|il|em|op|den|w dniu)\s|\().{4,70}[:：]"
    r"|Wiadomość napisana przez .{3,160} w dniu .{3,60}[:：]|Вы писали .{5,60}[:：]"
    r"|-{3,}\s?On .{5,200}\swrote\s?-{3,}"
    # In any language: a date, a time, an address in brackets, at most the word or two for "wrote", a colon
    r"|(?=.*\b\d{1,2}[:.h]\d{2}\b)(?=.*(?:\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2}))"
    r".{2,200}[<(\[]\s?[^<>\s]{1,64}@"
    r"[^<>\s]{1,99}[>)\]]{1,2}(?:\s\S{1,15}){0,3}(?:\s\([^()]{5,60}\))?\s?[:：]",
    re.IGNORECASE,
)
DATED = re.compile(r"\b(?:19|20)\d\d\b|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2}|\b\d{1,2}[:.h]\d{2}\b")
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
    r"|(?=.*\d{1,2}[:.]\d{2})(?:.*(?:19|20)\d\d|.*\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2})"
    r"|(?=.*\b20\d\d\b).*\b\d{1,2}\b"  # a day of this century, which no game's press is about
)
GOES_ON = re.compile(
    r"<?[^\s<>@]{1,64}@[^\s<>]{1,99}>|[于於在]\s?\d{4}|"
    r"(?:wrote|writes|schrieb|a écrit|escribió|escreveu|ha scritto|schreef)\b",
    re.IGNORECASE,
)
"""How the second line of an attribution begins whose first is nothing but a name."""
NAME = re.compile(r"(?!.*\b[af]\b)[^\W\d_][^\d:;<>=–—→-]{0,78}<?(?:[^\s<>@]{1,64}@[^\s<>]{1,99}>)?", re.IGNORECASE)
"""A name and nothing that an order could be."""
GROUPWISE = re.compile(r"\s{0,3}>{2,3}\s.{3,200}\d\s?>{2,3}")
"""The attribution of a client that puts it between arrows, and quotes below it without any mark."""
FORWARDED = re.compile(
    r"(?:-{2,}|_{2,}|={3,})\s*(?:Original Message|Forwarded message|Original Appointment|Reply message|"
    r"Ursprüngliche Nachricht|Antwort Nachricht|Original-Nachricht|Originalnachricht|Weitergeleitete Nachricht|"
    r"Message d['’]origine|Message original|Message transféré|Message initial|Mensaje original|Mensaje reenviado|"
    r"Messaggio originale|Messaggio inoltrato|Oorspronkelijk bericht|Doorgestuurd bericht|Originele bericht|"
    r"Origineel bericht|"
    r"Mensagem original|Mensagem encaminhada|Wiadomość oryginalna|Oryginalna wiadomość|Wiadomość przekazana|"
    r"Пересылаемое сообщение|Исходное сообщение|Исходное письмо|Original meddelande|Ursprungligt meddelande|"
    r"Oprindelig meddelelse|元のメッセージ|転送メッセージ|転送されたメッセージ|元のメール|"
    r"原始邮件|邮件原件|转发的邮件|转发邮件信息|Original|"
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
    r"(?:[(<]{0,2}Sent (?:from|via|using|with|by) (?:my |the all new |the Samsung|a mobile |a phone|mobile|galaxy|"
    r"Yahoo|AOL|Mail|Outlook|Proton|Samsung|Gmail|Windows|BlackBerry|iP|Android|Spark|Zoho|K-9|Nine|Workspace|Blue|Airmail|"
    r"Fastmail|Canary|Thunderbird|Edison|Spike|eM Client).{0,90}|"
    r"Get (?:Outlook|BlueMail|TypeApp).{0,80}|"
    r"(?:Von (?:meinem|Outlook)|Diese (?:Nachricht|E-Mail|Mail) wurde (?:von|mit)) .{1,60} gesendet\.?|"
    r"Gesendet (?:von|mit|aus) .{1,80}|"
    r"Envoyé (?:de|depuis|avec|via|à partir d).{1,80}|Enviado (?:desde|do|de|com|con|a partir d).{1,80}|"
    r"Provenance : .{1,60}|"
    r"(?:Holen Sie sich|Obtenez|Télécharger|Obtener|Obter o|Scarica|Ottieni|Download|Pobierz|Получить|Скачать|Hent|"
    r"Skaffa|获取|獲取|取得).{0,30}Outlook.{0,80}|"
    r"Inviato da.{1,80}|Verzonden (?:vanaf|met|via|vanuit).{1,80}|"
    r"Verstuurd (?:vanaf|via).{1,80}|Wysłan[eoya]+ z.{1,80}|(?:.{1,20}, )?Отправлено (?:с|из).{1,80}|"
    r"(?:发自|發自|来自|來自|发送自|從|从) ?(?:我的|网易|Outlook|Windows|QQ|iPhone|Android).{0,60}|"
    r".{1,30}から送信(?:しました)?|.{1,20}Outlook.{0,10}を入手.{0,60}|"
    r"Skickat från.{1,60}|Sendt fra.{1,60}|Lähetetty .{1,40}|Odesláno z.{1,60}|.{1,20}에서 보냄|"
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
    "from": "from von de da van od fra från от от\u00a0кого 差出人 送信者 送信元 发件人 发件者 寄件者 寄件人 "
    "보낸\u00a0사람 expéditeur afzender remetente mittente nadawca lähettäjä odesílatel feladó kimden",
    "sent": "sent date gesendet datum envoyé enviado fecha inviato data verzonden enviada wysłano wysłane дата "
    "отправлено 送信日時 日付 日時 发送时间 发送日期 日期 寄件日期 时间 時間 보낸\u00a0날짜 skickat sendt dato "
    "enviado\u00a0el enviada\u00a0em lähetetty odesláno küldve gönderilme",
    "to": "to an à para pour a aan do кому 宛先 收件人 收件者 받는\u00a0사람 till til komu destinatario destinataire "
    "adresat vastaanottaja címzett kime",
    "cc": "cc kopie копия 抄送 副本 kopia kopi dw 참조",
    "subject": "subject betreff objet sujet asunto oggetto onderwerp assunto temat тема 件名 主题 主旨 主題 제목 "
    "ämne emne aihe předmět tárgy konu",
    "reply-to": "reply-to antwort antworten\u00a0an répondre\u00a0à",
}
HEADER_WORDS = {word.replace("\u00a0", " "): name for name, text in _HEADERS.items() for word in text.split(" ")}
