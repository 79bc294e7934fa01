import { Button, Menu } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { templatesQuery } from './queries.ts'
import type { Question } from './use-chat-changes.ts'

/** The templates as a menu; a chosen one is asked. */
export function TemplateMenu({ isDisabled, onAsk }: { isDisabled: boolean; onAsk: (question: Question) => void }) {
  const { t } = useTranslation('assistant')
  const { data: templates } = useQuery(templatesQuery)
  return (
    <Menu position="top-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isDisabled}
          leftSection={<IconTemplate size={16} aria-hidden />}
        >
          {t('templates')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {templates?.map(({ id, name, question }) => (
          <Menu.Item key={id} title={question} onClick={() => onAsk({ content: question, templateId: id })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
