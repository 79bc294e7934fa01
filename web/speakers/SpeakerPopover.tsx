import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { SpeakerChangeMode } from '@kaiwa/contract/speakers.ts'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconPencil, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import { AnchoredPopover } from '../ui/AnchoredPopover.tsx'
import { refreshSpeakers, speakersQuery } from './queries.ts'
import { optionId, SpeakerList } from './SpeakerList.tsx'
import { SpeakerModal } from './SpeakerModal.tsx'
import styles from './SpeakerPopover.module.css'
import { descriptionWidth } from './description-width.ts'
import { speakerRows } from './speaker-rows.ts'
import { useSpeakerChange } from './use-speaker-change.ts'
import { othersAmong, useFileSpeakers } from './use-speakers.ts'

interface Props {
  /** The block whose speaker is changed, and its header on the page. */
  uuid: string
  anchor: HTMLElement
  mode: SpeakerChangeMode
  onClose: () => void
}

/** In CSS pixels: a line of a description next to picture, pencil and scroll bar. */
const WIDTH = 420

/** Steps of the keys that move in the list; other keys stay in the text field. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }

/**
 * Changes the speaker of a block or of all blocks of its speaker in the file: select, search, add or edit a speaker
 * (SPK-01…10).
 */
export function SpeakerPopover({ uuid, anchor, mode: firstMode, onClose }: Props) {
  const { t } = useTranslation('speakers')
  const client = useQueryClient()
  const { file, session } = useOpenFile()
  const listId = useId()
  const [mode, setMode] = useState(firstMode)
  const [term, setTerm] = useState('')
  const inFile = useFileSpeakers(file, session)
  const { data: listed } = useQuery(speakersQuery(file.project_id))
  const rows = useMemo(
    () => speakerRows(inFile, othersAmong(listed ?? [], inFile), term, descriptionWidth),
    [inFile, listed, term],
  )
  const found = useMemo(() => rows.flatMap((row) => (row.kind === 'speaker' ? [row.speaker] : [])), [rows])
  const currentId = session.getState().document.blocks.get(uuid)?.speaker_id ?? null
  const [walkedTo, setWalkedTo] = useState<number | null>(currentId)
  const active = found.find(({ id }) => id === walkedTo) ?? found[0]
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const change = useSpeakerChange()

  const choose = (speakerId: number) => {
    onClose()
    if (speakerId !== currentId) void change({ uuid, mode, speakerId })
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isCompositionKey(event.nativeEvent)) return
    const step = STEPS[event.key]
    if (event.key === 'Enter' && active) choose(active.id)
    else if (step !== undefined && active) {
      const next = Math.min(found.length - 1, Math.max(0, found.indexOf(active) + step))
      setWalkedTo(found[next]?.id ?? null)
    } else return
    event.preventDefault()
  }

  if (editing !== null) {
    return (
      <SpeakerModal
        speaker={inFile.concat(listed ?? []).find(({ id }) => id === editing) ?? null}
        source={{ fileId: file.id }}
        name={editing === 'new' ? term.trim() : ''}
        refresh={() => refreshSpeakers(client, file.project_id)}
        onDone={(speaker) => (editing === 'new' ? choose(speaker.id) : setEditing(null))}
        onClose={() => setEditing(null)}
      />
    )
  }
  return (
    <AnchoredPopover anchor={anchor} label={t('changeSpeaker')} width={WIDTH} onClose={onClose}>
      <div className={styles.head}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('mode')}
          value={mode}
          data={[
            { value: 'individual', label: t('individual') },
            { value: 'multi', label: t('multi') },
          ]}
          onChange={setMode}
        />
        <TextInput
          size="xs"
          data-autofocus
          role="combobox"
          aria-label={t('search')}
          placeholder={t('search')}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(listId, active.id)}
          autoComplete="off"
          leftSection={<IconSearch aria-hidden size={16} />}
          value={term}
          onChange={(event) => {
            setTerm(event.currentTarget.value)
            setWalkedTo(null)
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      {active ? (
        <SpeakerList
          id={listId}
          rows={rows}
          activeId={active.id}
          currentId={currentId}
          hasKeys={session.getState().isEditing}
          onChoose={choose}
          onEdit={setEditing}
        />
      ) : (
        <output className={styles.none} id={listId}>
          {t('noMatch')}
        </output>
      )}
      <div className={styles.foot}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus aria-hidden size={16} />}
          onClick={() => setEditing('new')}
        >
          {t('add')}
        </Button>
        {active?.can.edit && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            title={t('editNamed', { name: active.name })}
            aria-description={active.name}
            leftSection={<IconPencil aria-hidden size={16} />}
            onClick={() => setEditing(active.id)}
          >
            {t('edit')}
          </Button>
        )}
      </div>
    </AnchoredPopover>
  )
}
