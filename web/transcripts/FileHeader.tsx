import { ActionIcon, Avatar, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { lazyMenu } from '../ui/lazy-menu.tsx'
import { filePage, type FileProps, type LoadedMenuEntry, type MenuEntry } from './file-page.ts'
import styles from './FilePage.module.css'
import { FileTitle } from './FileTitle.tsx'
import type { FileDetail } from './queries.ts'
import { FileMenuButton } from './FileMenuButton.tsx'

async function loadEntry(entry: MenuEntry): Promise<LoadedMenuEntry> {
  return { ...entry, ...(await entry.load()) }
}

const Menu = lazyMenu<FileProps>(
  (_, button) => <FileMenuButton {...button} />,
  async () => {
    const entries = Promise.all(filePage.menu.list().map(loadEntry))
    const [{ FileMenuOpened }, loaded] = await Promise.all([import('./FileMenuOpened.tsx'), entries])
    return ({ file }) => <FileMenuOpened file={file} entries={loaded} />
  },
)

/** The file's menu, when it has an entry for the user. */
function FileMenu({ file }: FileProps) {
  return filePage.menu.list().some(({ isAvailable }) => isAvailable(file)) ? <Menu file={file} /> : null
}

const SHOWN_MEMBERS = 3

function Members({ file }: { file: FileDetail }) {
  const { t } = useTranslation('transcripts')
  const shown = file.members.slice(0, SHOWN_MEMBERS)
  const more = file.member_count - shown.length
  if (shown.length === 0) return null
  return (
    <ul className={styles.members} aria-label={t('members')}>
      {shown.map(({ id, name, avatar }) => (
        <li key={id}>
          <span title={name}>
            <PersonAvatar person={{ name, avatar }} size={28} />
            <VisuallyHidden>{name}</VisuallyHidden>
          </span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Avatar size={28} title={t('moreMembers', { count: more })}>
            +{more}
          </Avatar>
        </li>
      )}
    </ul>
  )
}

/** Header of the file page: back link, title, rename, menu with delete, members, export and sharing (FILE-06 to FILE-08). */
export function FileHeader({ file, search }: { file: FileDetail; search: string }) {
  const { t } = useTranslation('transcripts')
  // The back link carries the search of the file to the folder (FILE-05).
  const folder = `/projects/${file.project_id}${search.trim() && `?query=${encodeURIComponent(search)}`}`
  return (
    <div className={styles.header}>
      <ActionIcon
        component={Link}
        to={folder}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('back')}
        title={t('back')}
      >
        <IconArrowLeft aria-hidden size={20} />
      </ActionIcon>
      <FileTitle file={file} />
      <FileMenu file={file} />
      <span className={styles.spring} />
      <Members file={file} />
      {filePage.headerActions.list().map(({ id, Action }) => (
        <Action key={id} file={file} />
      ))}
    </div>
  )
}
