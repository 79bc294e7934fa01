import { Button, Group, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { nameRule } from '../ui/form/rules.ts'
import { useForm } from '../ui/form/use-form.ts'
import { useCreateFolder } from '../tree/use-folder-changes.ts'
import { Scene } from './Scene.tsx'
import { StepText } from './StepText.tsx'
import styles from './Welcome.module.css'

interface Props {
  /** The item in which the first folder is created; null when no folder is needed. */
  parent: number | null
  onEnd: () => void
}

function FirstFolder({ parent, onEnd }: { parent: number; onEnd: () => void }) {
  const { t } = useTranslation('welcome')
  const navigate = useNavigate()
  const createFolder = useCreateFolder()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const form = useForm(
    { name: { initial: t('firstFolder'), rule: nameRule, label: t('folderName') } },
    async ({ name }) => {
      const { resource_id: id } = await createFolder.mutateAsync({ parentItemId: parent, name: name.trim() })
      onEnd()
      await navigate(`/projects/${id}`)
    },
    // The mutation has already shown the error; the form stays open for a retry.
    () => undefined,
  )
  return (
    <form className={styles.step} onSubmit={form.handleSubmit} noValidate>
      <TextInput {...form.field('name')} ref={field} autoComplete="off" />
      <Group justify="space-between">
        <Button variant="subtle" color="gray" onClick={onEnd}>
          {t('skip')}
        </Button>
        <Button type="submit" disabled={!form.canSubmit} loading={form.isSending}>
          {t('start')}
        </Button>
      </Group>
    </form>
  )
}

/** The last step: creates the first folder with one press of Enter and opens it, where recordings are uploaded. */
export function BeginStep({ parent, onEnd }: Props) {
  const { t } = useTranslation('welcome')
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => start.current?.focus(), [])
  return (
    <div className={styles.step}>
      <Scene step="begin" />
      <StepText step="begin" text={t(parent === null ? 'steps.begin.textForGuests' : 'steps.begin.text')} />
      {parent === null ? (
        <Group justify="flex-end">
          <Button ref={start} onClick={onEnd}>
            {t('start')}
          </Button>
        </Group>
      ) : (
        <FirstFolder parent={parent} onEnd={onEnd} />
      )}
    </div>
  )
}
