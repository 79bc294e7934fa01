export interface ToDoLabels {
  owner: (name: string) => string
  due: (date: string) => string
  /** Encloses the known details, with the space before them. */
  enclose: (details: readonly string[]) => string
}

/** A to-do on one line, without line breaks: `見積もりを送る（担当：佐藤、期限：金曜日）`. */
export function toDoLine(
  { text, owner, due }: { text: string; owner: string | null; due: string | null },
  labels: ToDoLabels,
): string {
  const details = [...(owner ? [labels.owner(owner)] : []), ...(due ? [labels.due(due)] : [])]
  return `${text}${details.length > 0 ? labels.enclose(details) : ''}`.replaceAll(/\s+/g, ' ')
}
