// Corrections for business calls: words that the dictionary lacks or rates without context. Keys are dictionary forms
// as the tokeniser gives them, joined; the longest entry at a position wins over shorter ones and over the dictionary.

/** Polarity of words that the dictionary lacks, mostly kana spellings of words that it has in kanji. */
const POSITIVE = `
うれしい ありがたい 有難い 有り難い ありがとう おめでとう よい いい たのしい 楽しい おもしろい 面白い 助かる たすかる やすい安心 すばらしい 最高 魅力 成果 メリット 笑顔 優秀 利点 強み
使いやすい わかるやすい 分かるやすい 見るやすい うまくいく 上手くいく 順調 正しい 効率的 役に立つ 役立つ 気に入る 気にいる 前向き 好評 スムーズ 快適
ぜひ 是非 納得 歓迎 期待 評判がいい 評判が良い コスト削減 コストを削減 コストを抑える 費用を抑える 短縮
`
const NEGATIVE = `
申し訳 もうしわけ 厳しい きびしい 難しい むずかしい つらい 辛い こわい 怖い 使いにくい 使うにくい 使いづらい 使うづらい わかるにくい 分かるにくい わかるづらい
見るにくい 見るづらい 高いすぎる 遅いすぎる 多いすぎる 少ないすぎる 足りない 困難 手こずる ばらつく 抜ける 漏れる 落ちる 間違える 遅れる 壊れる
うまくいくない 気になる 怒る 怒り 不具合 故障 障害 苦情 クレーム 値上げ 解約 炎上 納期遅れ 時間がかかる 手間がかかる
`
/** Courtesy phrases, plain business nouns and set phrases, which express no feeling. */
const NEUTRAL = `
お忙しいところ お忙しい 忙しいところ お手数 恐縮 失礼いたす 失礼する 失礼 お疲れ様 お疲れさま お世話 お世話になる よろしい よろしい願う
情報 本当 目標 認識 費用 コスト 価格 サービス 記録 機能 発生 課題 売上 利益 十分 高度 正直 企業 会社 技術 市場 株式 機能 価格 料金 契約 製品 品質 資料 情報システム 結構 気になる点 間違いる
もの こと 方 確か なるほど 大丈夫 いかが ていい てもいい ばいい といい 違い 差 一番 今度 反対 逆 影響 対応 対策 処理 問い合わせ 検討 調整 交渉 競合 競争 税 残業 休み 締め切り 締切
`

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

/** The corrections: 1, 0 or -1 by word. */
export const polarityCorrections: ReadonlyMap<string, number> = new Map([
  ...words(POSITIVE).map((word) => [word, 1] as const),
  ...words(NEGATIVE).map((word) => [word, -1] as const),
  ...words(NEUTRAL).map((word) => [word, 0] as const),
])
