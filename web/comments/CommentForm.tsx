import type { Person } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { Button, Textarea } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { SendHint } from '../ui/form/SendHint.tsx'
import { mentionedIds } from './comment-parts.ts'
import styles from './Comments.module.css'
import { type Draft, draftOf, forgetDraft, keepDraft } from './drafts.ts'
import { MentionList } from './MentionList.tsx'
import { type SearchPeople, useMentions } from './use-mentions.ts'

/** Remaining characters from which they are counted. */
const COUNTED = 200

export interface Written {
  body: string
  mentions: number[]
}

interface Props {
  fileId: number
  /** Under this key the text is kept until it is sent. */
  draftKey: string
  label: string
  submitLabel: string
  /** The text to change; empty for a new comment. */
  initial?: Draft
  hasFocus?: boolean
  /** Shows the buttons only while there is text. */
  isCompact?: boolean
  searchPeople: SearchPeople
  /** Rejects if it was not stored; the text is then kept. */
  onSubmit: (written: Written) => Promise<unknown>
  onCancel?: () => void
}

/**
 * Writes a comment. Enter is a new line, also to confirm a conversion; Ctrl or Cmd with Enter sends. `@` offers people
 * who can see the file.
 */
export function CommentForm(props: Props) {
  const { fileId, draftKey, label, submitLabel, initial, hasFocus, isCompact, searchPeople, onSubmit, onCancel } = props
  const { t } = useTranslation('comments')
  const { t: common } = useTranslation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState<Draft>(() => draftOf(fileId, draftKey) ?? initial ?? { text: '', people: [] })
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const { at, found, dismiss } = useMentions(draft.text, caret, searchPeople)
  const left = LIMITS.commentLength - draft.text.trim().length
  const isSendable = draft.text.trim() !== '' && left >= 0 && !isBusy

  useEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [hasFocus])

  const change = (next: Draft) => {
    setDraft(next)
    keepDraft(fileId, draftKey, next)
  }
  const choose = ({ id: personId, name }: Person) => {
    if (!at || caret === null) return
    const before = `${draft.text.slice(0, at.start)}@${name} `
    // The caret must be behind the name before the next key, which may come in the same frame.
    flushSync(() => {
      change({
        text: before + draft.text.slice(caret),
        people: [...draft.people.filter((other) => other.id !== personId), { id: personId, name }],
      })
      setCaret(null)
    })
    field.current?.focus()
    field.current?.setSelectionRange(before.length, before.length)
  }
  const cancel = () => {
    forgetDraft(fileId, draftKey)
    setDraft(initial ?? { text: '', people: [] })
    onCancel?.()
  }
  const send = async () => {
    if (!isSendable) return
    setIsBusy(true)
    try {
      await onSubmit({ body: draft.text.trim(), mentions: mentionedIds(draft.text, draft.people) })
      forgetDraft(fileId, draftKey)
      setDraft({ text: '', people: [] })
    } catch {
      // The caller has shown why; the text is kept.
    }
    setIsBusy(false)
  }
  const people = found?.people ?? []
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isCompositionKey(event.nativeEvent)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return void send()
    }
    if (!found) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && people.length > 0) {
      event.preventDefault()
      setActive((active + step + people.length) % people.length)
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && people[active]) {
      event.preventDefault()
      choose(people[active])
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      dismiss()
    }
  }
  const showsButtons = !isCompact || draft.text !== ''
  return (
    <div className={styles.form} data-own-keys>
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        size="sm"
        autosize
        minRows={isCompact ? 1 : 2}
        maxRows={10}
        value={draft.text}
        // The text is removed once it is sent.
        readOnly={isBusy}
        error={left < 0 ? t('overLimit', { count: -left }) : undefined}
        aria-autocomplete="list"
        aria-controls={people.length > 0 ? `${id}-people` : undefined}
        aria-activedescendant={people[active] ? `${id}-people-${active}` : undefined}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          change({ ...draft, text: value })
          setCaret(selectionStart)
          setActive(0)
        }}
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
          setCaret(selectionStart === selectionEnd ? selectionStart : null)
        }
        onBlur={() => setCaret(null)}
        onKeyDown={handleKeyDown}
      />
      {found && (
        <MentionList
          id={`${id}-people`}
          people={people}
          hasFailed={found.hasFailed}
          active={active}
          onChoose={choose}
        />
      )}
      {showsButtons && (
        <div className={styles.formButtons}>
          <span className={styles.hint}>
            {left >= 0 && left <= COUNTED ? t('charactersLeft', { count: left }) : <SendHint />}
          </span>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={cancel}>
            {initial ? common('cancel') : t('discard')}
          </Button>
          <Button size="compact-sm" disabled={!isSendable} loading={isBusy} onClick={() => void send()}>
            {submitLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
