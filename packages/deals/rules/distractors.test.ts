// Figures, days and names that belong to something else: another contract, another budget, another product, the past, or
// other people. Nothing is proposed. One line a turn: seller `s:`, customer `c:`.
import { describe, expect, it } from 'vitest'
import { EN, en, find, JA, ja, type Row } from './test/conversation-rows.ts'

/** One row: nothing may be found. */
type Distractor = [name: string, of: Row[1], turns: readonly string[]]

describe('nothing is proposed from', () => {
  it.each<Distractor>([
    ['a lease', ja.end, ['c:事務所の契約が3月31日で切れるんです。']],
    ['a telephone contract', ja.end, ['c:電話回線の契約は3月31日までです。']],
    ['the end of the fiscal year', ja.end, ['c:うちの年度は3月31日までです。']],
    ['somebody who joins', ja.start, ['c:新しい部長が3月1日から来るんです。']],
    ['construction', ja.start, ['c:工事が3月1日から始まります。']],
    ['the opening of a shop', ja.start, ['c:新店のオープンが3月1日なんです。']],
    ['the books', ja.close, ['c:決算を3月31日に締めます。']],
    ['the budget of advertising', ja.budget, ['c:広告の予算は500万円です。']],
    ['the budget that was asked for', ja.budget, ['c:予算は600万円で要求しました。']],
    ['a wish for the budget', ja.budget, ['c:予算が500万円あればいいんですけどね。']],
    ['users of the tool of today', ja.users, ['c:今のツールは300人が使っています。', 's:そうですか。']],
    ['shops of a competitor', ja.sites, ['c:隣のスーパーは12店舗もあるんですよ。']],
    ['shops that are planned', ja.sites, ['c:来年は20店舗にする計画です。']],
    ['who decided before', ja.person, ['c:前は田中部長が決めていました。']],
    ['somebody who only advises', ja.person, ['c:田中部長は意見を言うだけで、決裁はしません。']],
    ['how the last vendor was paid', ja.payment, ['c:前の業者にはカードで払っていました。']],
    ['a price of the past', ja.amount, ['c:前回の見積もりは90万円でした。']],
    ['the price of a machine', ja.amount, ['c:この間買った機械が合計で900万円です。']],
    ['a loan', ja.months, ['c:機械のリースは5年契約です。']],
    ['a trial of another product', ja.trial, ['c:先月、ボイスログのトライアルをしました。']],
    ['a check of the fire brigade', ja.review, ['c:来週は消防の審査があります。']],
    ['where the wife works', ja.industry, ['c:妻が病院で働いていまして。']],
    ['a customer of the customer', ja.industry, ['c:取引先は銀行が多いです。']],
    ['what the old tool could do', ja.features, ['c:前のツールは要約もできたんですけどね。']],
    ['what another product can do', ja.features, ['c:ボイスログさんは翻訳が売りですよね。']],
    ['a meeting with a competitor', ja.meeting, ['c:27日はボイスログさんと打ち合わせです。']],
    ['a fair that was not the source', ja.source, ['c:展示会には行けなかったんですよ。']],
    ['a fair that comes', ja.source, ['s:来月の展示会にも出ますので。']],
    ['a product that is used', ja.tools, ['c:今はボイスログを使っています。']],
  ])('Japanese: %s', (_, of, turns) => expect(find(of, JA, turns)).toBeNull())

  it.each<Distractor>([
    ['a lease', en.end, ['c:Our office lease ends on March 31st.']],
    ['a telephone contract', en.end, ['c:Our phone contract runs until March 31st.']],
    ['the fiscal year', en.end, ['c:Our fiscal year ends on March 31st.']],
    ['a person who starts', en.start, ['c:Our new director starts on March 1st.']],
    ['construction', en.start, ['c:Construction on the new wing begins on March 1st.']],
    ['a sale', en.start, ['c:Our summer sale starts on March 1st.']],
    ['the books', en.close, ['c:We close the books on March 31st.']],
    ['a lease that is signed', en.close, ['c:We are signing the lease on March 3rd.']],
    ['another budget', en.budget, ['c:The marketing budget is $200,000.']],
    ['what was asked for', en.budget, ['c:I asked for a budget of $90,000.']],
    ['users of another tool', en.users, ['c:About 300 people use the phone system.']],
    ['followers', en.users, ['c:Our app has 40,000 users.']],
    ['shops of a competitor', en.sites, ['c:The chain across the street has 12 stores.']],
    ['shops that are planned', en.sites, ['c:We plan to have 20 stores by next year.']],
    ['who decided before', en.person, ['c:Tom Baker used to make the decision.']],
    ['somebody who only advises', en.person, ['c:Mr. Baker does not decide, he only advises.']],
    ['how somebody else was paid', en.payment, ['c:We paid the last vendor by card.']],
    ['the price of a machine', en.amount, ['c:The forklift came to $40,000.']],
    ['a lease', en.months, ['c:We have a three-year lease on the building.']],
    ['a contract of the past', en.months, ['c:We signed a two-year contract with them back in 2023.']],
    ['a trial of another product', en.trial, ['c:We did a trial with VoiceLog.']],
    ['another review', en.review, ['c:We have a fire safety review on Monday.']],
    ['where the wife works', en.industry, ['c:My wife works at a hospital.']],
    ['what is made for others', en.industry, ['c:We write apps for banks.']],
    ['what the old tool did', en.features, ['c:The old tool had summaries.']],
    ['what another product does', en.features, ['c:VoiceLog does live translation.']],
    ['a telephone plan', en.plan, ['c:My phone is on a Pro plan.']],
    ['a meeting with a competitor', en.meeting, ['c:I am meeting VoiceLog on January 27th.']],
    ['a fair that was missed', en.source, ['s:Did you see us at the trade show?', 'c:No, I was sick that week.']],
    ['a product that is used', en.tools, ['c:We use VoiceLog today.']],
    ['the age of a person', en.users, ['c:I am sixty-four years old.', 's:Sixty-four, wow.']],
    ['a problem of the call', en.pain, ['c:I have a problem with my headset.']],
  ])('English: %s', (_, of, turns) => expect(find(of, EN, turns)).toBeNull())
})
