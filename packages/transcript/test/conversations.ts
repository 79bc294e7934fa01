// Conversations of several topics, one line per speaker change. Each topic begins with `---`.

export const MEETING_JA = `
おはようございます。皆さん聞こえますか。
はい、聞こえています。おはようございます。
---
では定例会議を始めます。まず、新しい倉庫の移転について報告をお願いします。
えっと、倉庫の移転は予定どおり進んでいます。新しい倉庫の契約は先週の金曜日に済みました。
荷物はいつ運びますか。
棚の設置が十日に終わるので、荷物の搬入は十二日から始めます。運送会社は三社から見積もりを取って、丸山運輸に決めました。
在庫の数え直しは必要ですか。
はい、搬入の前に在庫を全部数えます。アルバイトを五人お願いしたいです。
わかりました。人事に伝えておきます。
ありがとうございます。
---
次に、ウェブサイトの改修についてお願いします。
はい。トップページのデザインは完成しました。ただ、問い合わせフォームで文字化けが見つかっていて、今修正しています。
公開日に影響はありますか。
フォームの修正は水曜日に終わるので、公開は予定どおり二十日です。
スマートフォンでの表示は確認しましたか。
まだです。テストの端末が足りないので、二台購入したいと思います。
いいですね。購入は総務に申請してください。
承知しました。
---
それでは、採用の状況を教えてください。
営業職には応募が十二件ありました。来週、四人と面接をします。
経理の方はどうですか。
経理は応募がまだ二件しかありません。求人広告をもう一か月延長したほうがいいと思います。費用は十五万円です。
では広告の延長をお願いします。面接には私も参加します。
ありがとうございます。面接の日程を送ります。
---
最後に、夏の社員旅行ですが、行き先のアンケートの結果が出ました。
一位は北海道、二位は沖縄でした。
北海道にしましょう。宿泊の予約は田中さんにお願いします。
はい、ホテルの候補を三つ探しておきます。
それでは本日はこれで終わります。お疲れ様でした。
お疲れ様でした。`

export const MEETING_EN = `
Good morning everyone, can you all hear me?
Yes, we can hear you fine. Good morning.
---
Great. Let's start with the delivery of the new packaging machine. Where are we?
The supplier told us that the machine ships on March third. Customs clearance usually takes about four days.
So it arrives in the Osaka plant around March tenth?
Right. The installation team from the supplier stays for two weeks. They also train our operators.
I'm worried about the power supply. The machine needs four hundred volts and hall two only has two hundred.
Yes, the electrician has to install a transformer before the machine arrives. I already asked for a quote.
Good. Please send me the quote by Friday.
I will.
---
Okay, next, the budget. How much have we spent so far?
We have spent about sixty percent of the budget. The transformer was not planned and costs about nine thousand dollars.
Can we take that from the reserve?
Yes, the reserve is twenty thousand dollars. I need an approval from finance.
I'll talk to Karen in finance this afternoon. She approved the reserve last year without any discussion.
Perfect, thank you.
---
Moving on to hiring. We have two open positions for maintenance engineers.
We interviewed five candidates. Two of them were really strong, and one has experience with this kind of machine.
Which one do you prefer?
I prefer Mr. Tanaka. He worked with the supplier for six years. His salary expectation is a bit high though.
Let's invite both candidates for a second interview next week.
Sure, I'll arrange the interviews with human resources.
---
The last topic is safety. There was an accident with a forklift in the warehouse.
Yes, nobody was injured, but the forklift damaged a shelf. The driver was not wearing the seat belt.
We decided to repeat the safety training for all forklift drivers. The training takes place on Thursday.
And the damaged shelf?
The shelf was closed off. A contractor will repair the shelf by the end of the month.
Good. Thanks everyone, have a nice day.
Thank you, bye.`
