import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { formatTime, languageOf } from '@kaiwa/transcript'
import type { VoiceClip } from '@kaiwa/transcript/voice-clip.ts'
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../platform/error-text.ts'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import type { KnownPerson } from './known-people.ts'
import { useClip } from './use-clip.ts'
import { useKnownPeople } from './use-known-people.ts'
import { useNameSpeaker } from './use-name-speaker.ts'
import styles from './WhoIsThis.module.css'

interface Props {
  speaker: Speaker
  /** Null while no block of the speaker is known. */
  clip: VoiceClip | null
}

/** One speaker without a name: a clip, the name, and people whom it may be. */
export function NameSpeaker({ speaker, clip }: Props) {
  const { t } = useTranslation('speakers')
  const { t: common } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isSending, setIsSending] = useState(false)
  const { people, findPerson } = useKnownPeople(typed)
  const { isPlaying, toggle } = useClip(clip)
  const name = useNameSpeaker(speaker, clip)
  const field = useRef<HTMLInputElement>(null)
  // The suggestion that was chosen for the speaker before has disappeared with the focus.
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus()
  }, [])
  const send = async (choice: KnownPerson | string) => {
    setIsSending(true)
    await name(choice)
    setIsSending(false)
  }
  const submit = async (words: string) => {
    setIsSending(true)
    try {
      // The suggestions shown may be those of earlier words.
      await name((await findPerson(words)) ?? words)
    } catch (error) {
      reportFailure(error)
    }
    setIsSending(false)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const words = typed.trim()
    if (words !== '' && !isSending) void submit(words)
  }
  const time = clip ? formatTime(clip.start) : ''
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <form className={styles.body} onSubmit={handleSubmit} noValidate>
      <div className={styles.speaker}>
        <SpeakerAvatar speaker={speaker} size={32} />
        <span className={styles.name}>{speaker.name}</span>
        {toggle && (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<Icon aria-hidden size={14} />}
            aria-label={t(isPlaying ? 'pauseClip' : 'playClip', { name: speaker.name, time })}
            onClick={toggle}
          >
            {time}
          </Button>
        )}
      </div>
      {clip && (
        <blockquote className={styles.quote} lang={languageOf([{ content: clip.text }]) ?? undefined}>
          {clip.text}
        </blockquote>
      )}
      <div className={styles.field}>
        <TextInput
          ref={field}
          data-autofocus
          className={styles.input}
          size="sm"
          aria-label={t('name')}
          placeholder={t('name')}
          autoComplete="off"
          maxLength={LIMITS.nameLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" disabled={typed.trim() === ''} loading={isSending}>
          {common('save')}
        </Button>
      </div>
      {people.length > 0 && (
        <ul className={styles.people} aria-label={t('knownPeople')}>
          {people.map((person) => (
            <li key={person.key}>
              <UnstyledButton className={styles.person} disabled={isSending} onClick={() => void send(person)}>
                {person.speakerId === null ? (
                  <PersonAvatar person={person} size={22} />
                ) : (
                  <SpeakerAvatar speaker={{ ...person, id: person.speakerId }} size={22} />
                )}
                <span className={styles.personName}>{person.name}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
