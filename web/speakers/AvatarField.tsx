import { Button, FileButton, Group, Input } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PICTURE_KINDS, pictureProblem } from '../ui/form/picture.ts'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'

interface Props {
  /** The id is null for a new speaker. */
  speaker: { id: number | null; name: string; avatar: string | null }
  /** The server rejected the picture. */
  isRefused: boolean
  onPick: (picture: File) => void
}

/** Preview and file input of a speaker's picture (SPK-15). */
export function AvatarField({ speaker, isRefused, onPick }: Props) {
  const { t } = useTranslation('speakers')
  /** Object URL of the chosen file. */
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const [isWrong, setIsWrong] = useState(false)
  const noteId = useId()
  const handlePick = (file: File | null) => {
    if (!file) return
    const problem = pictureProblem(file)
    setIsWrong(problem !== null)
    if (problem) return
    setAddress(URL.createObjectURL(file))
    onPick(file)
  }
  return (
    <Group gap="md" wrap="nowrap" align="center">
      <SpeakerAvatar speaker={{ ...speaker, avatar: address ?? speaker.avatar }} size={64} />
      <div>
        <FileButton accept={PICTURE_KINDS} onChange={handlePick}>
          {(props) => (
            <Button {...props} variant="default" size="xs" aria-describedby={noteId}>
              {t('chooseAvatar')}
            </Button>
          )}
        </FileButton>
        <div id={noteId}>
          {isWrong || isRefused ? (
            <Input.Error mt={4} role="alert">
              {t('avatarWrong', { kinds: t('avatarKinds') })}
            </Input.Error>
          ) : (
            <Input.Description mt={4}>{t('avatarKinds')}</Input.Description>
          )}
        </div>
      </div>
    </Group>
  )
}
