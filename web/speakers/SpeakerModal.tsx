import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../platform/api-error.ts'
import { toast } from '../platform/toasts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { AvatarField } from './AvatarField.tsx'
import { createSpeaker, updateSpeaker } from './queries.ts'
import type { SpeakerFields, SpeakerSource } from './queries.ts'
import { saveFailure } from './save-failure.ts'
import { canSave, isChanged, isTooLong, lengthOf, nameProblem } from './speaker-form.ts'

interface Props {
  /** Null to create a speaker. */
  speaker: Pick<Speaker, 'id' | 'name' | 'description' | 'avatar'> | null
  /** The file or folder in which a new speaker is created. */
  source: SpeakerSource
  /** Initial name of a new speaker. */
  name: string
  /** Reloads the speakers everywhere, before `onDone`. */
  refresh: () => Promise<unknown>
  onDone: (speaker: Speaker) => void
  onClose: () => void
}

/** Form for name, description and picture of a new or existing speaker (SPK-11…17). */
export function SpeakerModal({ speaker, source, name, refresh, onDone, onClose }: Props) {
  const { t } = useTranslation('speakers')
  const { t: common } = useTranslation()
  const [first] = useState<SpeakerFields>(() => ({
    name: speaker?.name ?? name,
    description: speaker?.description ?? '',
    picture: null,
  }))
  const [fields, setFields] = useState(first)
  const [isTouched, setIsTouched] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [isSending, setIsSending] = useState(false)
  const [asking, setAsking] = useState(false)
  const change = (part: Partial<SpeakerFields>) => {
    setFields((now) => ({ ...now, ...part }))
    setRefused({})
  }

  const send = async () => {
    setIsSending(true)
    try {
      const saved = speaker ? await updateSpeaker(speaker.id, fields) : await createSpeaker(source, fields)
      // The name must be loaded before a block shows it.
      await refresh().catch(() => undefined)
      onDone(saved)
    } catch (error) {
      if (error instanceof ApiError) setRefused(error.fields)
      setIsTouched(true)
      toast.error(saveFailure(error, t(speaker ? 'updateFailed' : 'createFailed')))
      setIsSending(false)
    }
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // A popover below contains another form of the page.
    event.stopPropagation()
    setIsTouched(true)
    if (canSave(fields) && !isSending) void send()
  }
  const handleClose = () => (isChanged(first, fields) ? setAsking(true) : onClose())

  const problem = isTouched ? nameProblem(fields, refused) : null
  const max = LIMITS.speakerDescriptionLength
  return (
    <>
      <Dialog opened title={t(speaker ? 'edit' : 'add')} onClose={handleClose}>
        <form onSubmit={handleSubmit} noValidate>
          <Stack gap="md">
            <AvatarField
              speaker={{ id: speaker?.id ?? null, name: fields.name, avatar: speaker?.avatar ?? null }}
              isRefused={refused['file'] !== undefined}
              onPick={(picture) => change({ picture })}
            />
            <TextInput
              data-autofocus
              label={t('name')}
              withAsterisk
              required
              autoComplete="off"
              value={fields.name}
              error={problem && common(problem.key, { label: t('name'), ...problem.values })}
              onChange={(event) => change({ name: event.currentTarget.value })}
              onBlur={() => fields.name !== '' && setIsTouched(true)}
            />
            <Textarea
              label={t('description')}
              autosize
              minRows={3}
              maxRows={8}
              value={fields.description}
              error={isTooLong(fields.description) && common('maxLength', { max })}
              description={t('counter', { count: lengthOf(fields.description), max })}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={handleClose}>
                {common('cancel')}
              </Button>
              <Button type="submit" disabled={!canSave(fields)} loading={isSending}>
                {speaker ? common('save') : t('create')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
      {/* Mounted only on request, otherwise the Escape that opens it would also close it. */}
      {asking && (
        <ConfirmDialog
          opened
          danger
          title={t('discard')}
          text={t('discardText')}
          confirmLabel={t('discardConfirm')}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
