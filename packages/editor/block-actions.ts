import type { BlockSettings, BlockView } from './block-view.ts'
import type { BlockViews } from './block-views.ts'
import { iconButton } from './icon-button.ts'

/** The actions that a time offers when it is pointed at, focused or touched. */
export interface BlockActions {
  /** Draws them again, or takes them away, after what may be done has changed. */
  refresh(): void
  stop(): void
}

/**
 * One small bar for all blocks, put beside the time that is pointed at: thousands of blocks carry no buttons of their
 * own. It offers a section where none begins, and, while the text is edited, other times.
 */
export function openBlockActions(
  root: HTMLElement,
  views: BlockViews<BlockView>,
  settings: BlockSettings,
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
      if (abilities.section && !view.hasSection) {
        const add = iconButton('section', labels.addSection, 'add')
        add.append(labels.addSection)
        buttons.push(add)
      }
      if (isEditable) buttons.push(iconButton('times', labels.correctTimes(view.time.textContent)))
    }
    hide()
    if (buttons.length === 0) return
    bar.replaceChildren(...buttons)
    view.time.after(bar)
    shown = uuid
  }

  /** The block whose time, or whose bar, an event is about. */
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
