import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { nameRule } from '../ui/form/rules.ts'
import { useForm } from '../ui/form/use-form.ts'
import { useCreateFolder } from '../tree/use-folder-changes.ts'
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
    <form className={styles.welcome} onSubmit={form.handleSubmit} noValidate>
      <TextInput {...form.field('name')} ref={field} autoComplete="off" data-autofocus />
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

/** Creates the first folder with one press of Enter and opens it, where recordings are uploaded. */
export function Begin({ parent, onEnd }: Props) {
  const { t } = useTranslation('welcome')
  return (
    <>
      <Text c="dimmed">{t(parent === null ? 'textForGuests' : 'text')}</Text>
      {parent === null ? (
        <Group justify="flex-end">
          <Button onClick={onEnd} data-autofocus>
            {t('start')}
          </Button>
        </Group>
      ) : (
        <FirstFolder parent={parent} onEnd={onEnd} />
      )}
    </>
  )
}
