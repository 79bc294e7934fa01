import type { BlockSettings, BlockView } from './block-view.ts'
import type { BlockViews } from './block-views.ts'
import { iconButton } from './icon-button.ts'

/** The action bar that appears next to a block's time on hover, focus or touch. */
export interface BlockActions {
  /** Redraws the bar, or hides it, after the permissions or the edit mode have changed. */
  refresh(): void
  stop(): void
}

/**
 * One action bar shared by all blocks. It is moved next to the time under the pointer, so thousands of blocks need no
 * buttons of their own. It offers to add a section where none starts, to comment and, in edit mode, to correct the times.
 */
export function openBlockActions(
  root: HTMLElement,
  views: BlockViews<BlockView>,
  settings: BlockSettings,
  /** Number of commented passages of a block. */
  commentsOf: (uuid: string) => number,
): BlockActions {
  const abort = new AbortController()
  const bar = document.createElement('span')
  bar.className = 'kaiwa-actions'
  bar.contentEditable = 'false'
  let shown: string | null = null

  const hide = () => {
    bar.remove()
    shown = null
  }

  const show = (uuid: string) => {
    const view = views.get(uuid)
    if (!view) return hide()
    if (shown === uuid && bar.isConnected) return
    const { labels, abilities, isEditable, locked } = settings
    const buttons: HTMLElement[] = []
    if (!locked.uuids.has(uuid)) {
      if (abilities.section && !view.hasSection) buttons.push(iconButton('section', labels.addSection, 'add'))
      if (isEditable) buttons.push(iconButton('times', labels.correctTimes(view.time.textContent)))
    }
    // In edit mode the block may have text that is not saved yet, which others do not see.
    if (abilities.comment && !isEditable) {
      const count = commentsOf(uuid)
      buttons.push(iconButton('comment', count > 0 ? labels.comments(count) : labels.addComment))
    }
    hide()
    if (buttons.length === 0) return
    bar.replaceChildren(...buttons)
    view.time.after(bar)
    shown = uuid
  }

  /** The uuid of the block whose time or action bar is the target of the event. */
  const blockOf = ({ target }: Event): string | null => {
    const part = target instanceof Element ? target.closest<HTMLElement>('.kaiwa-time, .kaiwa-actions') : null
    return part?.closest<HTMLElement>('.kaiwa-block')?.dataset['block'] ?? null
  }
  const follow = (event: Event) => {
    const uuid = blockOf(event)
    if (uuid !== null) show(uuid)
    else if (!bar.contains(document.activeElement)) hide()
  }
  const listen = { signal: abort.signal, passive: true } as const
  root.addEventListener('pointerover', follow, listen)
  root.addEventListener('pointerdown', follow, listen)
  root.addEventListener('focusin', follow, listen)
  root.addEventListener(
    'pointerleave',
    () => {
      if (!bar.contains(document.activeElement)) hide()
    },
    listen,
  )

  return {
    refresh() {
      const uuid = shown
      hide()
      if (uuid !== null) show(uuid)
    },
    stop() {
      abort.abort()
      hide()
    },
  }
}
