import type { SummaryItem } from '@kaiwa/contract/summaries.ts'

interface Labels {
  owner: (name: string) => string
  due: (date: string) => string
  /** Joins the two details. */
  and: string
}

/** To-dos as text, one per line: `- 見積もりを送る（担当：佐藤、期限：金曜日）`. */
export function toDoText(items: readonly SummaryItem[], labels: Labels, wrap: (details: string) => string): string {
  return items
    .map(({ text, owner, due }) => {
      const details = [...(owner ? [labels.owner(owner)] : []), ...(due ? [labels.due(due)] : [])]
      return `- ${text}${details.length > 0 ? wrap(details.join(labels.and)) : ''}`
    })
    .join('\n')
}
