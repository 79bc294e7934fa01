import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { usageQuery } from '../billing/queries.ts'
import { folderChoices } from '../files/home/folder-choices.ts'
import { useFolderChoice } from '../files/home/HomeUpload.tsx'
import { currentLanguage } from '../platform/i18n.ts'
import { useSignedIn } from '../platform/session.ts'
import { useTree } from '../platform/tree-query.ts'
import { useDisplaySettings } from '../platform/use-display-settings.ts'
import { useLogout } from '../platform/use-logout.ts'
import { RECORD_PATH, recordAddress } from '../recording/screen/record-address.ts'
import { projectQuery } from '../tree/queries.ts'
import { lastFolders } from '../uploads/last-folders.ts'
import { availableCommands, type CommandId, folderAt, isPageCommand, parentOfNewFolder } from './commands.ts'
import type { Command } from './groups.ts'

/** Returns the targets of a new folder and of an upload on the current page. */
export function usePlace() {
  const { all_items: items } = useTree()
  const shown = folderAt(items, useLocation().pathname)
  const root = items.find(({ is_root_item }) => is_root_item) ?? null
  const choices = folderChoices(items, lastFolders())
  const canCreate = root?.can.create_folder ?? false
  const choice = useFolderChoice(choices, canCreate)
  const uploadFolder = shown && shown.can.upload && !shown.is_root_item ? shown : null
  const { data: project } = useQuery({
    ...projectQuery(uploadFolder?.resource_id ?? 0),
    enabled: uploadFolder !== null,
  })
  const recordFolder = uploadFolder && project?.can.record ? uploadFolder : null
  return {
    rootId: root?.resource_id ?? null,
    parent: parentOfNewFolder(items, shown),
    uploadFolder,
    /** The folder of an upload, or the choice of a folder if the page shows none. */
    uploadTo: uploadFolder?.resource_id ?? choice,
    recordFolder,
    /** The recording screen of this folder, or of the folder 'Recordings'; null for readers who may not record. */
    recordPath: recordFolder ? recordAddress(recordFolder.resource_id) : canCreate ? RECORD_PATH : null,
    canUpload: uploadFolder !== null || canCreate || choices.length > 0,
  }
}

export type Place = ReturnType<typeof usePlace>

/** The commands that the person may use here, with their texts. */
export function useCommands({ parent, uploadFolder, recordFolder, recordPath, canUpload }: Place): Command[] {
  const { t } = useTranslation('palette')
  const { user } = useSignedIn()
  const { theme } = useDisplaySettings()
  const { data: usage } = useQuery(usageQuery)
  const available = availableCommands({
    can: user.can,
    hasFolderParent: parent !== null,
    canUpload: canUpload && (usage?.flags.upload ?? true),
    canRecord: recordPath !== null,
    locale: currentLanguage(),
    theme,
  })
  const labelOf = (id: CommandId): string => {
    if (id === 'newFolder') return t('newFolderIn', { name: parent?.name ?? '' })
    if (id === 'upload' && uploadFolder) return t('uploadTo', { name: uploadFolder.name })
    if (id === 'record' && recordFolder) return t('recordTo', { name: recordFolder.name })
    return t(`commands.${id}`)
  }
  return available.map((id) => ({ id, label: labelOf(id), keywords: t(`keywords.${id}`) }))
}

/** Runs the commands that change a setting or the session; the others open a page or a dialog. */
export function useRunCommand(): (id: CommandId) => void {
  const { chooseLocale, chooseTheme } = useDisplaySettings()
  const logout = useLogout()
  return (id) => {
    if (isPageCommand(id)) return
    switch (id) {
      case 'japanese':
        void chooseLocale('ja')
        break
      case 'english':
        void chooseLocale('en')
        break
      case 'light':
      case 'dark':
      case 'auto':
        chooseTheme(id)
        break
      case 'logout':
        logout()
        break
      default:
    }
  }
}
