"""Japanese command words: what a line may begin with, and the English command it stands for. A table, no code.

The words are those of Petit's designer (行軍, 講和, 国際会議場, 観戦) and everyday ones. A pattern that ends in `$` is
the whole line; what follows another one is kept: names, dates and passwords are the same in every language.
"""

from __future__ import annotations

_DO = r"(?:する|します|したい|したいです|を希望)?"
_OFF = r"(?:の|を)?(?:取消|取り消し|取り消す|撤回|解除|中止)(?:する|します)?"
_END = r"(?:終了|終わり|終り|おわり)$"

JAPANESE: tuple[tuple[str, str], ...] = (
    # people
    (r"参加者[\s:]*", "WHO GAME "),
    (rf"参加{_DO}[\s:]*", "JOIN "),
    (rf"登録{_DO}[\s:]*", "REGISTER "),
    (rf"観戦{_DO}[\s:]*", "OBSERVE "),
    (rf"交代{_DO}[\s:]*", "TAKEOVER "),
    (rf"(?:作成|開催){_DO}[\s:]*", "CREATE "),
    (r"(?:サインオフ|署名終了)$", "SIGNOFF"),
    (r"(?:署名|サインオン)[\s:]*", "SIGNON "),
    (rf"(?:辞退|退席|降板|辞任){_DO}$", "RESIGN"),
    (r"名前[\s:]+", "SET NAME "),
    (r"(?:アドレス|メールアドレス)[\s:]+", "SET ADDRESS "),
    (r"(?:合言葉|パスワード)(?:変更)?[\s:]+", "SET PASSWORD "),
    (rf"時間帯{_OFF}$", "SET NO ZONE"),
    (r"時間帯[\s:]+", "SET ZONE "),
    (r"言語[\s:]+", "SET LANGUAGE "),
    (r"希望(?:国)?[\s:]+", "SET PREFERENCE "),
    (rf"(?:お知らせ|通知){_OFF}$", "SET NO REMINDER"),
    (r"(?:お知らせ|通知)[\s:]+", "SET REMINDER "),
    (r"設定$", "PREFERENCES"),
    (rf"まとめ(?:の時刻)?{_OFF}$", "SET NO DIGEST"),
    (r"まとめの時刻[\s:]+", "SET DIGEST "),
    (rf"(?:不在|休暇){_OFF}[\s:]*", "SET NO ABSENCE "),
    (r"(?:不在|休暇)[\s:]+", "SET ABSENCE "),
    (rf"(?:代打|代役|控え){_OFF}$", "SET NO SUBSTITUTE"),
    (rf"(?:代打|代役|控え)(?:に)?(?:登録)?{_DO}$", "SUBSTITUTE"),
    # votes
    (r"講和(?:の|を)?(?:取消|取り消し|撤回|反対)(?:する|します)?$", "NO PEACE"),
    (r"講和(?:に|を)?(?:賛成|宣言|表明)?(?:する|します)?$", "PEACE"),
    (rf"引き?分け{_OFF}$", "SET NO DRAW"),
    (r"引き?分け(?:に|を)?(?:賛成|希望)?(?:する|します)?[\s:]*", "SET DRAW "),
    (rf"(?:譲歩|投了){_OFF}$", "SET NO CONCEDE"),
    (r"(?:譲歩|投了)[\s:]+", "SET CONCEDE "),
    (rf"締切(?:の)?分離{_OFF}$", "SET NO SEPARATE"),
    (rf"締切(?:の|を)?分離{_DO}$", "SET SEPARATE"),
    # press and diary
    (rf"(?:国際会議場|会議場){_END}", "ENDBROADCAST"),
    (r"(?:国際会議場|会議場)[\s:]*$", "BROADCAST"),
    (rf"(?:書簡|通信|外交){_END}", "ENDPRESS"),
    (r"(?:書簡|通信)(?:を)?(?:送る|送ります|送信)(?:する)?$", "SEND PRESS"),
    (rf"(?:書簡|通信){_OFF}$", "CANCEL PRESS"),
    (r"行軍に(?:する|します)$", "TAKE ORDERS"),
    (r"(?:書簡|通信|外交)[\s:]+(?P<to>.+?)(?:宛て|宛|へ)?[\s:]*$", r"PRESS TO \g<to>"),
    (r"結果書簡[\s:]*$", "POSTAL PRESS"),
    (rf"日記{_END}", "ENDDIARY"),
    (r"日記(?:一覧)$", "DIARY LIST"),
    (r"日記[\s:]*(?P<number>\d+)\s*(?:番)?\s*(?:を)?(?:読む|表示)?$", r"DIARY READ \g<number>"),
    (r"日記(?:を書く|記入)?[\s:]*$", "DIARY RECORD"),
    # orders
    (r"(?:行軍|命令)?(?:取消|取り消し|クリア)[\s:]*(?P<unit>.*)$", r"CLEAR \g<unit>"),
    (r"(?:元に戻す|元へ戻す|戻す)$", "UNDO"),
    (r"(?:予備行軍|予備の行軍)(?:なし|を?取消|を?取り消し)$", "SET NO FALLBACK"),
    (r"(?:予備行軍|予備の行軍)[\s:]*$", "FALLBACK"),
    (r"(?:もしも|仮に)[\s:]*$", "WHAT IF"),
    (r"(?:予備行軍|もしも)?(?:終わり|終り|おわり)$", "END"),
    (r"(?:時期|年)[\s:]+今$", "PHASE NOW"),
    (r"時期[\s:]+", "PHASE "),
    (r"(?:締切まで)?待(?:つ|ちます|ってください)$", "SET WAIT"),
    (r"(?:待たない|待ちません|提出完了|準備完了)$", "SET NOWAIT"),
    # looking
    (r"(?:状況|状態|確認)[\s:]*", "STATUS "),
    (r"(?:一覧|卓一覧)[\s:]*", "LIST "),
    (r"(?:地図|マップ)[\s:]*", "MAP "),
    (r"(?:履歴)[\s:]*", "HISTORY "),
    (r"(?:まとめ)[\s:]*", "SUMMARY "),
    (r"(?:結果)[\s:]*", "GET RESULTS "),
    (r"(?:遅れ|遅刻者)$", "WHO IS LATE"),
    (r"(?:ルール|規則)[\s:]*", "VARIANT "),
    (r"(?:ヘルプ|説明)[\s:]*", "HELP "),
    # the GM
    (r"開始(?:する|します)?$", "FORM"),
    (r"締切(?:変更)?[\s:]+", "SET DEADLINE "),
    (r"延長[\s:]+", "EXTEND "),
    (r"中断(?:する|します)?[\s:]*", "PAUSE "),
    (r"再開(?:する|します)?$", "RESUME"),
    (r"処理(?:する|します)?(?P<force>!?)$", r"PROCESS\g<force>"),
)
"""Japanese words at the start of a line → the English command they stand for."""
