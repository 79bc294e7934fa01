import { Modal } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecord } from '../recording/screen/use-record.tsx'
import { useCreateFolder } from '../tree/use-folder-changes.ts'
import { NameDialog } from '../ui/NameDialog.tsx'
import { FilePicker } from '../uploads/FilePicker.tsx'
import { UploadDialog } from '../uploads/UploadDialog.tsx'
import type { CommandId } from './commands.ts'
import { PaletteSearch } from './PaletteSearch.tsx'
import { type Place, useCommands, usePlace, useRunCommand } from './use-commands.ts'

interface Props {
  opened: boolean
  /** The element that had the focus before the palette opened. */
  opener: HTMLElement | null
  onClose: () => void
}

interface SearchProps {
  place: Place
  onCommand: (id: CommandId) => void
  onClose: () => void
}

function Search({ place, onCommand, onClose }: SearchProps) {
  const commands = useCommands(place)
  return <PaletteSearch commands={commands} rootId={place.rootId} onCommand={onCommand} onClose={onClose} />
}

/** Returns the focus when the palette closes, before a dialog of a command reads where it was. */
function useFocusReturn(opened: boolean, opener: HTMLElement | null): void {
  useLayoutEffect(() => {
    if (!opened && opener?.isConnected) opener.focus({ preventScroll: true })
  }, [opened, opener])
}

/** Search in everything that the reader sees, and commands, by the keyboard alone. Commands continue in dialogs here. */
export function Palette({ opened, opener, onClose }: Props) {
  const { t } = useTranslation('workspace')
  const common = useTranslation().t
  const place = usePlace()
  const run = useRunCommand()
  const { record, dialog } = useRecord()
  const createFolder = useCreateFolder()
  const [isNaming, setIsNaming] = useState(false)
  const [files, setFiles] = useState<readonly File[] | null>(null)
  useFocusReturn(opened, opener)

  const handleFiles = (chosen: readonly File[]) => {
    onClose()
    setFiles(chosen)
  }
  const handleCommand = (id: CommandId) => {
    onClose()
    if (id === 'newFolder') setIsNaming(true)
    else if (id === 'record' && place.recordPath !== null) record(place.recordPath)
    else run(id)
  }
  return (
    <>
      <FilePicker onFiles={handleFiles}>
        {(choose) => (
          <Modal.Root
            opened={opened}
            onClose={onClose}
            closeOnEscape={false}
            returnFocus={false}
            size={680}
            yOffset="10dvh"
            transitionProps={{ duration: 0 }}
          >
            <Modal.Overlay />
            <Modal.Content aria-label={common('searchEverywhere')}>
              <Search
                place={place}
                // The palette stays open behind the file chooser, which may be cancelled.
                onCommand={(id) => (id === 'upload' ? choose() : handleCommand(id))}
                onClose={onClose}
              />
            </Modal.Content>
          </Modal.Root>
        )}
      </FilePicker>
      <NameDialog
        opened={isNaming}
        title={t('newFolder')}
        label={t('folderName')}
        submitLabel={t('create')}
        onSubmit={(name) =>
          place.parent === null ? Promise.resolve() : createFolder.mutateAsync({ parentItemId: place.parent.id, name })
        }
        onClose={() => setIsNaming(false)}
      />
      {dialog}
      {files && <UploadDialog folder={place.uploadTo} files={files} onClose={() => setFiles(null)} />}
    </>
  )
}
