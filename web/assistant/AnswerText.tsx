import type { Citation, Statement } from '@kaiwa/contract/chat-messages.ts'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { UnstyledButton } from '@mantine/core'
import { memo, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Block, type Inline, answerBlocks } from './answer-blocks.ts'
import styles from './Assistant.module.css'

interface Citing {
  citations: readonly Citation[]
  onCite: (citation: Citation) => void
}

/** Longest part of a quote that a screen reader is given. */
const SPOKEN = 60

function Numbers({
  numbers,
  hasInvalidQuote,
  citations,
  onCite,
}: Citing & { numbers: readonly number[]; hasInvalidQuote: boolean }) {
  const { t } = useTranslation('assistant')
  return (
    <span className={styles.numbers}>
      {citations
        .filter(({ number }) => numbers.includes(number))
        .map((citation) => (
          <UnstyledButton
            key={citation.number}
            component="button"
            className={styles.number}
            aria-label={t('cite', {
              number: citation.number,
              time: formatTime(citation.time),
              quote: citation.quote.slice(0, SPOKEN),
            })}
            title={citation.quote}
            onClick={() => onCite(citation)}
          >
            {citation.number}
          </UnstyledButton>
        ))}
      {hasInvalidQuote && (
        <span className={styles.invalid} title={t('invalidQuoteText')}>
          {t('invalidQuote')}
        </span>
      )}
    </span>
  )
}

function Inlines({ content, ...citing }: Citing & { content: readonly Inline[] }): ReactNode {
  return content.map((part, index) => {
    switch (part.kind) {
      case 'strong':
      case 'em':
      case 'del': {
        const Tag = part.kind
        return (
          <Tag key={index}>
            <Inlines content={part.content} {...citing} />
          </Tag>
        )
      }
      case 'code':
        return <code key={index}>{part.text}</code>
      case 'break':
        return <br key={index} />
      case 'citations':
        return <Numbers key={index} numbers={part.numbers} hasInvalidQuote={part.hasInvalidQuote} {...citing} />
      case 'text':
        return part.text
    }
  })
}

function Blocks({ blocks, ...citing }: Citing & { blocks: readonly Block[] }): ReactNode {
  return blocks.map((block, index) => {
    switch (block.kind) {
      case 'paragraph':
        return (
          <p key={index}>
            <Inlines content={block.content} {...citing} />
          </p>
        )
      case 'heading':
        return (
          <h3 key={index}>
            <Inlines content={block.content} {...citing} />
          </h3>
        )
      case 'quote':
        return (
          <blockquote key={index}>
            <Blocks blocks={block.blocks} {...citing} />
          </blockquote>
        )
      case 'list': {
        const items = block.items.map((item, place) => (
          <li key={place}>
            <Blocks blocks={item} {...citing} />
          </li>
        ))
        return block.start === null ? (
          <ul key={index}>{items}</ul>
        ) : (
          <ol key={index} start={block.start}>
            {items}
          </ol>
        )
      }
      case 'code':
        return (
          <pre key={index}>
            <code>{block.text}</code>
          </pre>
        )
      case 'table':
        return (
          <div key={index} className={styles.table}>
            <table>
              <thead>
                <tr>
                  {block.header.map((cell, place) => (
                    <th key={place}>
                      <Inlines content={cell} {...citing} />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {block.rows.map((row, place) => (
                  <tr key={place}>
                    {row.map((cell, column) => (
                      <td key={column}>
                        <Inlines content={cell} {...citing} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      case 'rule':
        return <hr key={index} />
    }
  })
}

interface Props extends Citing {
  content: string
  statements: readonly Statement[]
}

/** The text of an answer with the numbers of its citations. */
export const AnswerText = memo(function AnswerText({ content, statements, ...citing }: Props) {
  const blocks = useMemo(() => answerBlocks(content, statements), [content, statements])
  return (
    <div className={styles.text}>
      <Blocks blocks={blocks} {...citing} />
    </div>
  )
})
