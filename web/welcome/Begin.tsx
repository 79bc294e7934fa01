import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { fileAddress } from '../files/file-address.ts'
import { call } from '../platform/call.ts'
import { useChange } from '../platform/use-change.ts'
import { refreshTree } from '../tree/queries.ts'
import { nameRule } from '../ui/form/rules.ts'
import { useForm } from '../ui/form/use-form.ts'
import { useCreateFolder } from '../tree/use-folder-changes.ts'
import styles from './Welcome.module.css'

interface Props {
  /** The item in which the first folder is created; null when no folder is needed, undefined until that is known. */
  parent: number | null | undefined
  onEnd: () => void
}

function FirstFolder({ parent, onEnd }: { parent: number; onEnd: () => void }) {
  const { t } = useTranslation('welcome')
  const navigate = useNavigate()
  const createFolder = useCreateFolder()
  const addSample = useChange(() => call('addSample'), { refresh: refreshTree })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
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
  const handleSample = async () => {
    const sample = await addSample.mutateAsync(undefined).catch(() => null)
    // The mutation has already shown the error; the dialog stays open.
    if (!sample) return
    onEnd()
    await navigate(fileAddress(sample))
  }
  return (
    <form className={styles.welcome} onSubmit={form.handleSubmit} noValidate>
      <TextInput {...form.field('name')} ref={field} autoComplete="off" data-autofocus />
      <Group justify="space-between">
        <Button variant="subtle" color="gray" onClick={onEnd}>
          {t('skip')}
        </Button>
        <Group gap="xs">
          <Button
            variant="default"
            loading={addSample.isPending}
            disabled={form.isSending}
            onClick={() => void handleSample()}
          >
            {t('sample')}
          </Button>
          <Button type="submit" disabled={!form.canSubmit || addSample.isPending} loading={form.isSending}>
            {t('start')}
          </Button>
        </Group>
      </Group>
    </form>
  )
}

/** Creates the first folder with one press of Enter and opens it, or opens the sample recording. */
export function Begin({ parent, onEnd }: Props) {
  const { t } = useTranslation('welcome')
  if (parent === undefined) return <Skeleton height={150} radius="md" />
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
