import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { KeyboardEvent } from 'react'
import styles from './TabBar.module.css'

export interface TabEntry<T extends string> {
  id: T
  label: string
  isDisabled?: boolean
  /** A key that activates the tab from anywhere on the page. */
  shortcut?: string
}

interface Props<T extends string> {
  /** Prefix of the element ids, unique on the page. */
  name: string
  label: string
  tabs: readonly TabEntry<T>[]
  tab: T
  /** True when the panel of the selected tab is rendered. */
  hasPanel: boolean
  onTab: (tab: T) => void
}

function panelIdOf(name: string, tab: string): string {
  return `${name}-panel-${tab}`
}

function tabIdOf(name: string, tab: string): string {
  return `${name}-tab-${tab}`
}

/** Props of the panel of a tab. */
export function panelOf(name: string, tab: string) {
  return {
    id: panelIdOf(name, tab),
    role: 'tabpanel',
    'aria-labelledby': tabIdOf(name, tab),
  }
}

/** Views as tabs; the arrow keys move between them. */
export function TabBar<T extends string>({ name, label, tabs, tab, hasPanel, onTab }: Props<T>) {
  const handleArrow = (event: KeyboardEvent) => {
    if (isCompositionKey(event.nativeEvent) || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    const open = tabs.filter(({ isDisabled }) => !isDisabled).map(({ id }) => id)
    const by = event.key === 'ArrowRight' ? 1 : -1
    const next = open[(open.indexOf(tab) + by + open.length) % open.length]
    if (!next) return
    onTab(next)
    document.querySelector<HTMLElement>(`#${tabIdOf(name, next)}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={handleArrow} tabIndex={-1}>
      {tabs.map(({ id, label: text, isDisabled, shortcut }) => (
        <button
          key={id}
          id={tabIdOf(name, id)}
          type="button"
          role="tab"
          aria-selected={id === tab}
          aria-controls={id === tab && hasPanel ? panelIdOf(name, id) : undefined}
          aria-keyshortcuts={shortcut}
          tabIndex={id === tab ? 0 : -1}
          disabled={isDisabled}
          className={styles.tab}
          onClick={() => onTab(id)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
