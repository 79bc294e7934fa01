// Words common to all conversations. They have no weight in word clouds and keywords. Listed by dictionary form;
// pronouns, numerals and dependent nouns already have type 0.

const japanese = `
する ある いる おる なる できる 出来る いう 言う 思う 申す くる 来る いく 行く やる 見る みる くれる もらう あげる いただく 頂く
くださる 下さる ござる なさる おっしゃる 仰る いらっしゃる 参る まいる 致す いたす 伺う 願う ございます しれる 知る わかる 分かる
考える 入る 出る 持つ 使う 聞く 話す 書く 行う おこなう 続く 始まる 取る とる つく 付く 言える とおる 違う
ない 無い いい 良い よい 多い 少ない よろしい 宜しい 同じ 大丈夫 本当 ほんと 様々 色々 いろいろ 結構 確か
今 今日 本日 明日 昨日 現在 時 時間 前 後 中 上 下 間 次 先 方 人 場合 感じ 話 形 意味 部分 一つ 皆さん みなさん 皆様 最初 最後
全部 全て すべて 普通 一番 以上 以下 ほか 他 これ それ あれ 自分 お願い 願い お忙しい 早速 正直 失礼 ありがとう はい いえ うん ええ えー あの その まあ
年 月 日 週 分 件 円 さん 様
`
const english = `
be have do go get make say know think see come want take give let use look need tell put mean try start keep seem ask talk
thing things lot way kind sort bit one today now time day people something anything everything nothing someone anyone everyone
good okay ok right sure fine other same more most many much few own able such last next first new
yes yeah no hello hi thanks thank please sorry well oh uh um mr mrs ms
`

const stopWords = new Set(`${japanese} ${english}`.split(/\s+/).filter(Boolean))

/** True when a dictionary form is too common to characterise a file. */
export function isStopWord(base: string): boolean {
  return stopWords.has(base)
}
