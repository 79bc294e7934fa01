import type { User } from '@kaiwa/contract/accounts.ts'
import { Button, FileButton, Group, Input } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { changeUser } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { PICTURE_KINDS, pictureProblem } from '../../ui/form/picture.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Card } from './Card.tsx'
import styles from './ProfilePage.module.css'

type PictureProblem = NonNullable<ReturnType<typeof pictureProblem>>

/** The server's problem with the picture; null for other failures. */
function refusalOf(error: unknown): PictureProblem | null {
  const fields = error instanceof ApiError ? error.fields : {}
  const code = fields['file']?.[0] ?? fields['body']?.[0]
  if (code === undefined) return null
  return code === 'max' ? 'max' : 'format'
}

function upload(file: File) {
  const form = new FormData()
  form.set('file', file)
  return call('uploadAvatar', {}, { form })
}

/**
 * The photo. It is uploaded on selection and shown wherever the user is; without a photo there are initials (ACC-04).
 */
export function PhotoCard({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  const noteId = useId()
  const [problem, setProblem] = useState<PictureProblem | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File | null) => (file ? upload(file) : call('removeAvatar')),
    onSuccess: (answer) => {
      changeUser(answer.user)
      toast.success(t('saved'))
    },
    onError: (error) => {
      const refusal = refusalOf(error)
      setProblem(refusal)
      if (!refusal) toast.error(errorText(error))
    },
  })
  const handlePick = (file: File | null): void => {
    if (!file) return
    const wrong = pictureProblem(file)
    setProblem(wrong)
    if (!wrong) mutate(file)
  }
  return (
    <Card title={t('photoTitle')}>
      <div className={styles.photo}>
        <PersonAvatar person={user} size={96} />
        <div>
          <Group gap="xs">
            <FileButton accept={PICTURE_KINDS} onChange={handlePick}>
              {(props) => (
                <Button {...props} variant="default" loading={isPending} aria-describedby={noteId}>
                  {user.avatar === null ? t('photoAdd') : t('photoChange')}
                </Button>
              )}
            </FileButton>
            {user.avatar !== null && (
              <Button variant="subtle" color="red" disabled={isPending} onClick={() => mutate(null)}>
                {t('photoRemove')}
              </Button>
            )}
          </Group>
          <div id={noteId}>
            <Input.Description mt="xs">{t('photoHint')}</Input.Description>
            {problem && (
              <Input.Error mt={4} role="alert">
                {problem === 'max' ? t('photoTooLarge') : t('photoWrong')}
              </Input.Error>
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}
