import type { EditSession } from '@kaiwa/editor'
import { tryEdit } from '@kaiwa/editor/edit-refusal.ts'
import type { RefusalReason } from '@kaiwa/editor/edit-refusal.ts'
import type { EditMessage } from './edit-ports.ts'

interface Ports {
  session: EditSession
  reload: () => Promise<void>
  showMessage: (message: EditMessage) => void
}

/** Runs edits from buttons, keys and dialogs. A refused edit shows a message and changes nothing. */
export class EditRunner {
  readonly #ports: Ports

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Runs `act` after committing a composition in progress. Returns false when `act` was refused. */
  run(act: () => void): boolean {
    this.#ports.session.commitComposition()
    const refusal = tryEdit(() => {
      act()
      return null
    })
    if (refusal !== null) this.refused(refusal)
    return refusal === null
  }

  /** Handles an edit that was refused here or by the text view. */
  refused(reason: RefusalReason): void {
    const { showMessage, reload } = this.#ports
    showMessage({ kind: 'refused', reason })
    // The page shows another version than the document. A reload keeps unsaved changes (EDIT-54).
    if (reason === 'unknown-block') void reload().catch(() => undefined)
  }
}
