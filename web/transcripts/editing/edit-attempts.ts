import type { EditSession } from '@kaiwa/editor'
import { attempt } from '@kaiwa/editor/refusal.ts'
import type { RefusalReason } from '@kaiwa/editor/refusal.ts'
import type { EditMessage } from './edit-message.ts'

interface Ports {
  session: EditSession
  reload: () => Promise<void>
  tell: (message: EditMessage) => void
}

/** Edits that come from around the text: buttons, keys, dialogs. What cannot be done is told, and nothing has happened. */
export class EditAttempts {
  readonly #ports: Ports

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** False when `act` was refused. What is being composed is in the document before. */
  do(act: () => void): boolean {
    this.#ports.session.settle()
    const refusal = attempt(() => {
      act()
      return null
    })
    if (refusal !== null) this.refused(refusal)
    return refusal === null
  }

  /** An edit was not done, here or in the text. */
  refused(reason: RefusalReason): void {
    const { tell, reload } = this.#ports
    tell({ kind: 'refused', reason })
    // The page and the document are out of step: nothing that was typed is lost by reading it anew (EDIT-54).
    if (reason === 'unknown-block') void reload().catch(() => undefined)
  }
}
