// Prepared questions. The name and the question are shown; the instruction is added for the model. An id is never used
// again for another purpose, because messages keep it.
import type { ChatTemplate } from '@kaiwa/contract/chats.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { DigestKind } from './retrieval/read-digest.ts'

interface Words {
  name: string
  question: string
}

export interface Template {
  id: number
  ja: Words
  en: Words
  /** For the model, in addition to the question. */
  instruction: string
  /** Words to look for without a model. */
  clues: readonly string[]
  /** Read without a model instead of the clues. */
  digest?: DigestKind
}

const templates: readonly Template[] = [
  {
    id: 1,
    ja: { name: '要約', question: 'この会話を要約してください。' },
    en: { name: 'Summary', question: 'Summarise this conversation.' },
    instruction: 'First one statement with the gist. Then the three to seven main points, each as a list item.',
    clues: ['まとめ', '結論', 'ポイント', 'summary', 'in short'],
    digest: 'topics',
  },
  {
    id: 2,
    ja: { name: '決定事項', question: '決まったことを挙げてください。' },
    en: { name: 'Decisions', question: 'List what was decided.' },
    instruction:
      'Only decisions that the participants agreed on, each as a list item. Proposals without agreement are left out.',
    clues: ['決定', '決まり', '決め', 'にしましょう', '了解', 'decided', 'agreed'],
  },
  {
    id: 3,
    ja: { name: 'ToDo', question: 'ToDoと、その担当者、期限を挙げてください。' },
    en: { name: 'To-dos', question: 'List the to-dos with their owner and due date.' },
    instruction:
      'Each to-do is a list item: the task, who does it, and until when. Write that the owner or the date was not mentioned if that is so.',
    clues: ['までに', '担当', '宿題', '対応', '送り', 'します', 'to-do', 'by next', 'will send'],
  },
  {
    id: 4,
    ja: { name: '懸念と反論', question: '相手の懸念や反論を挙げてください。' },
    en: { name: 'Objections', question: 'List the concerns and objections.' },
    instruction: 'Each concern or objection is a list item with who raised it, and how it was answered, if it was.',
    clues: ['懸念', '心配', '不安', '難しい', '高い', '問題', 'concern', 'worried', 'expensive'],
  },
  {
    id: 5,
    ja: { name: '質問と回答', question: '出た質問と、その回答を挙げてください。' },
    en: { name: 'Questions asked', question: 'List the questions that were asked and their answers.' },
    instruction: 'Each question is a list item with who asked it and the answer. State which were left open.',
    clues: ['でしょうか', 'ますか', '質問', '教えて', 'question', 'how', 'what'],
    digest: 'questions',
  },
  {
    id: 6,
    ja: { name: 'お礼と次の進め方のメール', question: 'お礼と次の進め方を書いたメールの案を作ってください。' },
    en: { name: 'Next steps email', question: 'Draft a thank-you email with the next steps.' },
    instruction:
      'A polite business mail: subject, thanks, what was agreed, next steps with owner and date. Each sentence about the conversation is a statement with its quote. Names that were not mentioned are left as a blank.',
    clues: ['次回', '今後', '進め', '送り', 'next', 'follow up'],
  },
  {
    id: 7,
    ja: { name: 'BANT', question: '予算、決裁者、必要性、導入時期を整理してください。' },
    en: { name: 'BANT', question: 'Sort out budget, authority, need and timeline.' },
    instruction:
      'Four list items: budget, authority, need, timeline. Write for each what was said, or that it was not mentioned.',
    clues: ['予算', '決裁', '承認', '課題', '時期', '導入', 'budget', 'approve', 'timeline'],
  },
  {
    id: 8,
    ja: { name: '議事録', question: '議事録を作ってください。' },
    en: { name: 'Minutes', question: 'Write the minutes.' },
    instruction:
      'Headings: participants, topics, decisions, to-dos, next meeting. Each heading is a statement, each point below it a list item.',
    clues: ['議題', '決定', '次回', 'まとめ', 'agenda', 'decided', 'next'],
    digest: 'topics',
  },
  {
    id: 9,
    ja: { name: '相手の要望', question: '相手の要望を重要な順に挙げてください。' },
    en: { name: 'Requests', question: 'List what the other side asked for, most important first.' },
    instruction: 'Each request is a list item with who asked for it, ordered by how much weight they gave it.',
    clues: ['ほしい', '欲しい', 'たい', '要望', '希望', 'お願い', 'want', 'need', 'request'],
  },
  {
    id: 10,
    ja: { name: '競合の話', question: '競合や他社について話されたことを挙げてください。' },
    en: { name: 'Competitors', question: 'List what was said about competitors.' },
    instruction: 'Each competitor or other product is a list item with what was said about it and by whom.',
    clues: ['他社', '競合', '比較', '乗り換え', 'competitor', 'compare', 'other vendor'],
  },
  {
    id: 11,
    ja: { name: '価格の話', question: '価格や条件について話されたことを挙げてください。' },
    en: { name: 'Price', question: 'List what was said about price and terms.' },
    instruction: 'Each amount, discount or condition is a list item with who named it and the reaction.',
    clues: ['価格', '値段', '金額', '円', '割引', '見積', '費用', 'price', 'discount', 'cost'],
  },
  {
    id: 12,
    ja: { name: '話題の流れ', question: '話題を順に挙げてください。' },
    en: { name: 'Topics in order', question: 'List the topics in order.' },
    instruction: 'Each topic is a list item in the order of the conversation, with one sentence about it.',
    clues: ['ところで', '次に', '続いて', 'まず', '最後に', 'next', 'moving on'],
    digest: 'topics',
  },
  {
    id: 13,
    ja: { name: '良かった点と改善点', question: '話者の良かった点と改善できる点を挙げてください。' },
    en: { name: 'Coaching', question: 'What went well, and what could the host improve?' },
    instruction:
      'Two groups of list items: what went well, what could be better, about the person who leads the conversation. Every point rests on a quote.',
    clues: ['なるほど', '助かり', 'わかりません', '確認', 'thanks', 'not sure'],
  },
  {
    id: 14,
    ja: { name: '次に聞くこと', question: '次の会話で確認すべきことを挙げてください。' },
    en: { name: 'What to ask next', question: 'List what should be clarified next time.' },
    instruction: 'Each open point is a list item: what is unclear, and the quote that shows it.',
    clues: ['確認', '検討', '持ち帰', 'わから', '未定', 'check', 'not decided', 'unclear'],
  },
]

/** Name and question in this language. */
export function templatesIn(locale: Locale): ChatTemplate[] {
  return templates.map((template) => ({ id: template.id, ...template[locale] }))
}

export function findTemplate(id: number): Template | undefined {
  return templates.find((template) => template.id === id)
}
