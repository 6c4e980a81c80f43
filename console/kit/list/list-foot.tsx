import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageOf } from '#contract/kit/call.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { pageSizes } from './list-state.ts'
import styles from './list.module.css'
import { useUser } from '#console/kit/auth/session.ts'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'

interface ListFootProps {
  answer: PageOf<unknown> | undefined
  /** The acts on the chosen rows, while there are some. */
  chosen?: ReactNode
  size: number
  onSize: (size: number) => void
  onCursor: (cursor: string) => void
}

/** The foot of a list: number of rows, time zone and buttons to other pages. */
export function ListFoot({ answer, chosen, size, onSize, onCursor }: ListFootProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { time_zone } = useUser()
  const number = (value: number) => numberText(value, language)
  const counts = answer && { shown: number(answer.content.length), total: number(answer.total_elements) }
  return (
    <footer className={styles['foot']} data-chosen={Boolean(chosen) || undefined}>
      {chosen}
      <span role="status">{counts && t(($) => (answer.total_capped ? $.list.totalCapped : $.list.total), counts)}</span>
      <span>
        {t(($) => $.list.timesIn)} <LeftToRight>{time_zone}</LeftToRight>
      </span>
      <span className={styles['pages']}>
        <label>
          {t(($) => $.list.pageSize)}{' '}
          <select value={size} onChange={(event) => onSize(Number(event.currentTarget.value))}>
            {pageSizes.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        </label>
        <PageButton cursor={answer?.previous_cursor} label={t(($) => $.list.previous)} icon="back" {...{ onCursor }} />
        <PageButton cursor={answer?.next_cursor} label={t(($) => $.list.next)} icon="forward" {...{ onCursor }} />
      </span>
    </footer>
  )
}

interface PageButtonProps {
  cursor: string | null | undefined
  label: string
  icon: 'back' | 'forward'
  onCursor: (cursor: string) => void
}
const PageButton = ({ cursor, label, icon, onCursor }: PageButtonProps): ReactNode => (
  <ActionIcon
    variant="default"
    aria-label={label}
    title={label}
    disabled={!cursor}
    onClick={() => cursor && onCursor(cursor)}
  >
    <Icon name={icon} />
  </ActionIcon>
)
