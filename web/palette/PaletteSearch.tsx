import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { CloseButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { homeQuery } from '../files/home/queries.ts'
import { errorText } from '../platform/error-text.ts'
import type { CommandId } from './commands.ts'
import { type Command, paletteGroups, type PaletteOption } from './groups.ts'
import styles from './Palette.module.css'
import { PaletteList } from './PaletteList.tsx'
import { useChoice } from './use-choice.ts'
import { usePaletteSearch } from './use-palette-search.ts'

const MAX_RECENT = 5

interface Props {
  commands: readonly Command[]
  rootId: number | null
  onCommand: (id: CommandId) => void
  onClose: () => void
}

/** The options for the typed words, and what the palette is waiting for. */
function useOptions(typed: string, { commands, rootId }: Pick<Props, 'commands' | 'rootId'>) {
  const words = typed.trim()
  const { pathname } = useLocation()
  const { data: home } = useQuery(homeQuery)
  const search = usePaletteSearch(words)
  const recent = (home?.recent ?? []).filter(
    ({ project_id: project, id }) => pathname !== `/projects/${project}/files/${id}`,
  )
  const groups = paletteGroups({ words, commands, rootId, found: search.found, recent: recent.slice(0, MAX_RECENT) })
  return { groups, options: groups.flatMap((group) => group.options), words, ...search }
}

/** The search field of the palette and its list. The focus stays in the field. */
export function PaletteSearch({ commands, rootId, onCommand, onClose }: Props) {
  const { t } = useTranslation('palette')
  const common = useTranslation().t
  const navigate = useNavigate()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  // Text that an input method has not confirmed is not searched for.
  const [isComposing, setIsComposing] = useState(false)
  const [confirmed, setConfirmed] = useState('')
  if (!isComposing && confirmed !== typed) setConfirmed(typed)
  const { groups, retry, ...found } = useOptions(confirmed, { commands, rootId })
  const { options, words, error, isPending } = found

  const open = (option: PaletteOption, inNewTab = false) => {
    if (option.to === undefined) {
      if (option.kind === 'command') onCommand(option.command)
      return
    }
    if (inNewTab) {
      window.open(option.to, '_blank', 'noopener')
      return
    }
    onClose()
    void navigate(option.to)
  }
  const { active, movedTo, move, submit, reset } = useChoice(found, open)
  const change = (text: string) => {
    setTyped(text)
    reset()
    list.current?.scrollTo({ top: 0 })
  }
  useEffect(() => {
    if (movedTo !== null) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [movedTo])

  const handleKey = (event: KeyboardEvent) => {
    if (isCompositionKey(event.nativeEvent)) return
    // The buttons of the palette have their own keys.
    if (event.target instanceof HTMLButtonElement && event.key !== 'Escape') return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') submit(event.ctrlKey || event.metaKey)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  const isEmpty = options.length === 0 && !isPending && error === null
  const status = isPending ? t('searching') : isEmpty ? t('notFound') : t('found', { count: options.length })
  return (
    <div className={styles.palette} role="presentation" onKeyDown={handleKey}>
      <div className={styles.field}>
        <IconSearch size={20} aria-hidden="true" />
        <input
          className={styles.input}
          data-autofocus
          role="combobox"
          aria-label={common('searchEverywhere')}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-${active.id}`}
          placeholder={t('placeholder')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
          onCompositionStart={() => setIsComposing(true)}
          onCompositionEnd={() => setIsComposing(false)}
        />
        <CloseButton aria-label={common('close')} onClick={onClose} />
      </div>
      <div className={styles.answer}>
        <PaletteList
          ref={list}
          id={id}
          groups={groups}
          activeId={active?.id ?? null}
          words={words}
          isBusy={isPending}
          onOpen={open}
        />
        {isEmpty && (
          <p className={styles.none}>
            {t('notFound')}
            <span>{t('notFoundText', { words })}</span>
          </p>
        )}
        {error !== null && (
          <p className={styles.none} role="alert">
            {errorText(error)}
            <button type="button" className={styles.retry} onClick={retry}>
              {common('retry')}
            </button>
          </p>
        )}
        {isPending && options.length === 0 && <p className={styles.none}>{t('searching')}</p>}
      </div>
      <output className={styles.status}>{words === '' ? '' : status}</output>
      <div className={styles.hints} aria-hidden="true">
        {t('hints')}
      </div>
    </div>
  )
}
