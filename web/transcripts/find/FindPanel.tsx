import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { replaceAll } from '@kaiwa/transcript'
import { Button, CloseButton, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../platform/toasts.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useOpenFile } from '../open-file.ts'
import type { Search } from '../use-search.ts'
import { WrapNotice } from '../WrapNotice.tsx'
import { replaceFound } from './replace-found.ts'
import styles from './FindPanel.module.css'

interface Props {
  words: string
  onWords: (words: string) => void
  search: Search
  /** Speaker id, 0 for all. */
  speaker: number
  onClose: () => void
}

/** Find and replace in edit mode (EDIT-03). The panel is above the text and does not cover it. */
export function FindPanel({ words, onWords, search, speaker, onClose }: Props) {
  const { t } = useTranslation('editing')
  const { t: transcripts } = useTranslation('transcripts')
  const { session, control } = useOpenFile()
  const [replacement, setReplacement] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  useFocusReturn('panel')
  const { hits, isPending, step, refresh } = search
  const { passages, index, isPastEnd } = hits
  const total = passages.length
  const hit = isPastEnd ? undefined : passages[index - 1]
  const isEmpty = words.trim() === ''
  const missing = isEmpty || isPending ? '' : transcripts('noHits')
  const count = total === 0 ? missing : transcripts('hitsOf', { index, total })

  const handleReplace = () =>
    hit && control.edits.run(() => refresh(replaceFound(session, hit, { words, replacement })))
  const handleReplaceAll = () =>
    control.edits.run(() => {
      let replacedCount = 0
      session.edit((document) => {
        const replaced = replaceAll(document, { query: words, replacement, speaker })
        replacedCount = replaced.hits
        return replaced.edit
      })
      refresh()
      toast.success(replacedCount === 0 ? transcripts('noHits') : t('replaced', { count: replacedCount }))
    })
  const handleKey = (event: KeyboardEvent) => {
    // During a conversion, Enter and Escape are handled by the input method.
    if (isCompositionKey(event.nativeEvent)) return
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1)
  }
  return (
    <section role="dialog" aria-label={t('findTitle')}>
      <div className={styles.panel} role="presentation" onKeyDown={handleKey}>
        <TextInput
          className={styles.field}
          size="xs"
          label={transcripts('search')}
          ref={field}
          value={words}
          onChange={(event) => onWords(event.currentTarget.value)}
        />
        <TextInput
          className={styles.field}
          size="xs"
          label={t('replaceWith')}
          value={replacement}
          onChange={(event) => setReplacement(event.currentTarget.value)}
        />
        <div className={styles.buttons}>
          <output
            className={styles.count}
            {...(total > 0 && !isPastEnd ? { 'aria-label': transcripts('hitsStatus', { index, total }) } : {})}
          >
            {isPastEnd ? transcripts('replacedToEnd') : count}
          </output>
          <WrapNotice wrapped={hits.wrapped} />
          <Button size="xs" variant="default" disabled={total === 0} onClick={() => step(-1)}>
            {transcripts('previousHit')}
          </Button>
          <Button size="xs" variant="default" disabled={total === 0} onClick={() => step(1)}>
            {transcripts('nextHit')}
          </Button>
          <Button size="xs" variant="default" disabled={!hit} onClick={handleReplace}>
            {t('replace')}
          </Button>
          <Button size="xs" disabled={isEmpty} onClick={handleReplaceAll}>
            {t('replaceAll')}
          </Button>
        </div>
        <CloseButton className={styles.close} aria-label={t('findClose')} onClick={onClose} />
      </div>
    </section>
  )
}
