import type { EditSession } from '@kaiwa/editor'
import { changePanel, openPanel, panelOf } from './comment-panel.ts'
import { addPassage, type NewPassage, passageKey, removePassage } from './drafts.ts'

/** The open file, as `useOpenFile` returns it. */
interface OpenFile {
  file: { id: number }
  session: EditSession
}

/** Begins a comment on a passage. */
export function startComment({ file, session }: OpenFile, passage: NewPassage): void {
  addPassage(file.id, passage)
  openPanel(session, { chosen: passage, resolved: false })
}

export function endComment({ file, session }: OpenFile, passage: NewPassage): void {
  removePassage(file.id, passage)
  const { chosen } = panelOf(session)
  const isChosen = typeof chosen === 'object' && chosen && passageKey(chosen) === passageKey(passage)
  if (isChosen) changePanel(session, { chosen: null })
}
