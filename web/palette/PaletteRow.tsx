import {
  IconActivity,
  IconChartBar,
  IconDeviceDesktop,
  IconFolder,
  IconFolderPlus,
  IconHelp,
  IconHome,
  IconKeyboard,
  IconLanguage,
  IconLifebuoy,
  IconListSearch,
  IconLogout,
  IconMicrophone,
  IconMoon,
  IconPlugConnected,
  IconSun,
  IconTrash,
  IconUpload,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Marked } from '../files/Hits.tsx'
import { Thumbnail } from '../files/Thumbnail.tsx'
import { formatClock, formatDateTime } from '../platform/dates.ts'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import type { CommandId } from './commands.ts'
import type { PaletteOption } from './groups.ts'
import styles from './Palette.module.css'

const ICONS: Readonly<Record<CommandId, typeof IconHome>> = {
  home: IconHome,
  newFolder: IconFolderPlus,
  upload: IconUpload,
  record: IconMicrophone,
  trash: IconTrash,
  members: IconUsers,
  usage: IconChartBar,
  account: IconUserCircle,
  cooperation: IconPlugConnected,
  installation: IconActivity,
  guide: IconHelp,
  shortcuts: IconKeyboard,
  support: IconLifebuoy,
  japanese: IconLanguage,
  english: IconLanguage,
  light: IconSun,
  dark: IconMoon,
  auto: IconDeviceDesktop,
  logout: IconLogout,
}

const PICTURE = { width: 40, height: 24 }

interface RowProps {
  icon: ReactNode
  name: ReactNode
  about?: ReactNode
}

function Row({ icon, name, about }: RowProps) {
  return (
    <>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.name}>{name}</span>
      {about && <span className={styles.about}>{about}</span>}
    </>
  )
}

/** Renders an option by its kind. */
export function PaletteRow({ option, words }: { option: PaletteOption; words: string }) {
  const { t, i18n } = useTranslation('palette')
  switch (option.kind) {
    case 'command': {
      const Icon = ICONS[option.command]
      const lang = option.command === 'japanese' ? 'ja' : option.command === 'english' ? 'en' : i18n.language
      return (
        <Row
          icon={<Icon size={18} stroke={1.75} aria-hidden="true" />}
          name={<span lang={lang}>{option.label}</span>}
        />
      )
    }
    case 'folder':
      return (
        <Row icon={<IconFolder size={18} stroke={1.75} aria-hidden="true" />} name={option.name} about={option.about} />
      )
    case 'file': {
      const { file } = option
      return (
        <Row
          icon={<Thumbnail file={file} size={PICTURE} />}
          name={file.title}
          about={`${file.folder.name}・${formatDateTime(file.last_updated_at)}`}
        />
      )
    }
    case 'person':
      return (
        <Row
          icon={<PersonAvatar person={option.person} size={24} />}
          name={option.person.name}
          about={t(option.role, { about: option.about })}
        />
      )
    case 'tag':
      return (
        <Row
          icon={<span className={styles.swatch} style={{ background: option.colour }} />}
          name={option.name}
          about={option.about}
        />
      )
    case 'hit': {
      const { hit, file } = option
      return (
        <>
          <span className={styles.time}>{formatClock(hit.start_time)}</span>
          <span className={styles.passage}>
            <Marked content={hit.content} marks={hit.marks} />
          </span>
          <span className={styles.about}>
            {hit.remain > 0 ? t('inFileMore', { title: file.title, count: hit.remain }) : file.title}
          </span>
        </>
      )
    }
    case 'all':
      return (
        <Row icon={<IconListSearch size={18} stroke={1.75} aria-hidden="true" />} name={t('allResults', { words })} />
      )
  }
}
