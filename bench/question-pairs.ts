// Questions that a manager asks about a conversation, each with the sentence that answers it. Slots in braces differ from
// meeting to meeting. The questions were written from the facts alone, many in other words than the answer.

export interface Pair {
  said: string
  asked: string
}

const PAIRS: readonly Pair[] = [
  { said: '予算は年間で{n}万円くらいを見ています。', asked: '予算はどのくらいですか？' },
  { said: '今使っているシステムの契約が{m}月で切れるんです。', asked: '現在のシステムの契約はいつ切れますか？' },
  { said: '最終的な決裁は部長の{name}が行います。', asked: '誰が決裁しますか？' },
  {
    said: '議事録を作るのに毎回{n}分もかかっていて困っています。',
    asked: '議事録の作成にどれくらい時間がかかっていますか？',
  },
  { said: 'うちのセキュリティ審査には{n}日ほどかかります。', asked: 'セキュリティの審査にはどのくらいかかりますか？' },
  { said: '競合の{company}さんからも見積をもらっています。', asked: '他社の見積はどこから取っていますか？' },
  { said: 'トライアルは{m}月の初めから始めたいです。', asked: 'トライアルはいつから始めたいと言っていましたか？' },
  { said: '最初に使うのは営業部の{n}人になります。', asked: '営業部では何人が使いますか？' },
  {
    said: '録音したデータは国内のサーバーに置いてほしいです。',
    asked: 'データの保管場所についてどんな要望がありましたか？',
  },
  { said: '次回の打ち合わせは{m}月{n}日の午後にしましょう。', asked: '次の打ち合わせはいつですか？' },
  { said: '見積書は今週中に{name}さんにお送りします。', asked: '見積書は誰に送りますか？' },
  { said: '導入の支援は初月だけ無償でお付けします。', asked: '導入支援の費用はかかりますか？' },
  { said: '方言が多いので、認識の精度が心配です。', asked: '精度についてどんな懸念がありましたか？' },
  { said: '解約はいつでもできて、違約金はかかりません。', asked: '解約するときに違約金はありますか？' },
  { said: '支払いは請求書で、月末締めの翌月払いが希望です。', asked: '支払い方法の希望は何ですか？' },
  { said: '既存の顧客管理ツールの{company}と連携できることが条件です。', asked: '連携が必要なツールは何ですか？' },
  {
    said: '去年は{company}を試したんですが、使いにくくてやめました。',
    asked: '以前に試した製品と、やめた理由を教えてください。',
  },
  { said: '管理者の権限は情報システム部に限りたいと考えています。', asked: '管理者の権限は誰に持たせますか？' },
  { said: '稟議が通るまでに{n}週間は見てください。', asked: '稟議にはどのくらいの期間が必要ですか？' },
  { said: '外国のお客様との会議では英語も使います。', asked: '会議で英語は使いますか？' },
  { said: '一番の課題は、商談の内容が担当者の頭の中にしか残らないことです。', asked: '一番の課題は何ですか？' },
  { said: '値引きは{n}パーセントまでなら私の判断でできます。', asked: '値引きはどこまでできますか？' },
  { said: '担当の{name}が来月で異動になります。', asked: '異動になるのは誰ですか？' },
  { said: '録音することは事前に相手の同意を取るルールです。', asked: '録音の同意についてどんなルールがありますか？' },
  { said: 'コールセンターには一日に{n}件の電話が入ります。', asked: 'コールセンターの電話は一日に何件ですか？' },
  { said: '研修は二回、オンラインでお願いできますか。', asked: '研修はどのように行いますか？' },
  { said: '音声ファイルは三か月たったら消す決まりです。', asked: '音声ファイルの保存期間はどれくらいですか？' },
  { said: '話者の名前を自動で付けてくれると助かります。', asked: '話者について何を希望していましたか？' },
  { said: '大阪の支店でも来年から使う計画です。', asked: '大阪支店ではいつから使いますか？' },
  { said: '資料の最新版は{name}さんが共有フォルダに入れます。', asked: '資料の最新版はどこにありますか？' },
  {
    said: 'We would need single sign-on before the rollout in {month}.',
    asked: 'What do they need before the rollout?',
  },
  { said: 'Our budget for this year is {n} thousand dollars.', asked: 'How large is the budget?' },
  { said: 'The biggest blocker is that legal has to review the contract.', asked: 'Who reviews the contract?' },
  {
    said: '{company} offered us a discount of {n} percent last week.',
    asked: 'Which discounts did competitors offer?',
  },
  { said: 'Please send the revised proposal to {name} by Friday.', asked: 'Who should receive the revised proposal?' },
  { said: 'We lost two customers because our replies were too slow.', asked: 'Why did they lose customers?' },
  { said: 'The pilot will run with {n} people in the support team.', asked: 'How many people take part in the pilot?' },
  { said: 'I am worried about the accuracy with strong accents.', asked: 'What concerns were raised about accuracy?' },
  { said: 'Invoices should be issued quarterly, not every month.', asked: 'How often should invoices be issued?' },
  { said: 'Our engineers in Berlin will integrate the API themselves.', asked: 'Who integrates the API?' },
]

const NAMES = ['佐々木', '高橋', '渡辺', '中村', '小林']
const COMPANIES = ['ノースウェーブ', 'アクメ', 'ミナトソフト', 'ヒカリ情報', 'グリーンデスク']
const MONTHS = ['March', 'May', 'July', 'September', 'November']

/** Talk between the facts. It names the same subjects and answers none of the questions. */
export const FILLER: readonly string[] = [
  'はい、そうですね。',
  'なるほど、わかりました。',
  '本日はお時間をいただきありがとうございます。',
  'そのあたりは社内でもう一度確認してみます。',
  'ちょっと画面を共有しますので、少しお待ちください。',
  'こちらの資料の三ページ目をご覧ください。',
  'ええと、システムのほうは担当に聞いてみないとわからないですね。',
  '予算の話は、またのちほど伺ってもよろしいでしょうか。',
  '契約書の内容については法務にも見てもらいます。',
  '見積のほうはどのような形式がよろしいですか。',
  'セキュリティの資料は別にお送りしますね。',
  '次の打ち合わせの議題も考えておきます。',
  '精度については実際に試していただくのが一番です。',
  '営業部のみなさんの反応はいかがでしたか。',
  '管理者の画面もあとでお見せします。',
  '研修の内容はお客様ごとに変えています。',
  '費用のことは上司とも相談させてください。',
  '議事録の形式は会社によって違いますよね。',
  '大阪のお客様からも同じご質問をいただきました。',
  'データの形式はいろいろ選べます。',
  'トライアルのお申し込みはサイトからもできます。',
  'コールセンターの方にも聞いていただきたい話です。',
  'Yes, that makes sense.',
  'Let me share my screen for a moment.',
  'We can come back to the contract later.',
  'The budget is something we should discuss with finance.',
  'A pilot is a good way to start.',
  'Our support team is always happy to help.',
]

/** Pairs of the sample conversation (media/ja-sales-call.json). */
export const SAMPLE_PAIRS: readonly Pair[] = [
  { asked: '議事録はどのように作っていますか？', said: '今は担当者が手で議事録を書いています。' },
  { asked: '商談は月に何件ありますか？', said: 'だいたい月に六十件です。' },
  { asked: '精度についてどんな心配がありましたか？', said: '認識の精度が心配です。' },
  { asked: '料金プランはいくらですか？', said: 'ベーシックプランで月額五万円です。' },
  { asked: '年間の予算はいくらですか？', said: '予算は年間で百万円を考えています。' },
  { asked: '誰が最終的に判断しますか？', said: '最終的には営業本部長の鈴木が判断します。' },
  { asked: '鈴木さんはいつ参加できますか？', said: '来週の水曜日の午後なら、鈴木も参加できます。' },
  { asked: 'データの保存場所はどこですか？', said: '国内のデータセンターに暗号化して保存します。' },
  { asked: '導入の目標時期はいつですか？', said: '導入時期は来年の四月を目標にしています。' },
  { asked: '利用開始までどのくらいかかりますか？', said: '通常は二週間で利用を開始できます。' },
  {
    asked: '残念だと言われた点は何ですか？',
    said: '一つだけ残念なのは、スマートフォンの録音アプリがまだないことです。',
  },
  { asked: '見積はいつまでに送りますか？', said: 'お見積もりは今週の金曜日までにお送りします。' },
]

/** The pairs of one meeting, with its slots filled. */
export function pairsOf(meeting: number): Pair[] {
  return PAIRS.map(({ said, asked }, index) => ({
    asked,
    said: said
      .replaceAll('{n}', String(((meeting + 1) * 7 + index * 3) % 90 || 5))
      .replaceAll('{m}', String(((meeting * 5 + index) % 12) + 1))
      .replaceAll('{name}', NAMES[(meeting + index) % NAMES.length]!)
      .replaceAll('{company}', COMPANIES[(meeting * 2 + index) % COMPANIES.length]!)
      .replaceAll('{month}', MONTHS[(meeting + index) % MONTHS.length]!),
  }))
}

/** Number of generated meetings. */
export const MEETINGS = 5
