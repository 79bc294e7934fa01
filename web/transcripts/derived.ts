import type { EditSession } from '@kaiwa/editor'
import type { Change, EditableDocument } from '@kaiwa/transcript'

/** A value that is computed from the whole document. */
export interface Reading<T> {
  read: (document: EditableDocument) => T
  /** Whether a step may change the value. Typing, for example, changes neither speakers nor sections. */
  isTouchedBy: (change: Change) => boolean
}

export interface Derived<T> {
  subscribe: (listener: () => void) => () => void
  get: () => T
}

/** Caches a reading of the document of a session. It is computed again only after a step that may change it. */
export function derive<T>(session: EditSession, { read, isTouchedBy }: Reading<T>): Derived<T> {
  let known: EditableDocument | null = null
  let value: T
  return {
    subscribe(listener) {
      let previous = session.getState().document
      return session.subscribe(({ state: { document }, changes }) => {
        if (known === previous && changes !== null && !changes.some(isTouchedBy)) known = document
        previous = document
        listener()
      })
    },
    get() {
      const { document } = session.getState()
      if (document !== known) {
        value = read(document)
        known = document
      }
      return value
    },
  }
}
