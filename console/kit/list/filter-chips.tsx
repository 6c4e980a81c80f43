import { Popover } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filter } from '#contract/kit/list.ts'
import { FilterControl, type Choices } from './filter-control.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import type { Listed, FilterValue, ListState } from './list-state.ts'
import styles from './list.module.css'
import { useUser } from '#console/kit/auth/session.ts'
import type { StatusOf } from '#console/kit/details/status.tsx'
import { choiceWord, filterWords } from './filter-words.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'

/** Choices of filters from the server, by the filter's name. */
export type ChoicesOf = Record<string, Choices>

interface FilterChipsProps {
  list: Listed
  filters: ListState['filters']
  status?: StatusOf
  choices: ChoicesOf
  onChange: (filters: ListState['filters']) => void
  onClear: () => void
}

/**
 * The row of filters. Each chip opens its control; a filter that is set shows its value and a button that clears it.
 */
export function FilterChips({ list, filters, status, choices, onChange, onClear }: FilterChipsProps): ReactNode {
  const { t } = useTranslation()
  const set = (name: string, value: FilterValue | null) => {
    const { [name]: _, ...others } = filters
    onChange(value === null ? others : { ...others, [name]: value })
  }
  return (
    <>
      {Object.entries(list.filters as Record<string, Filter>).map(([name, filter]) => (
        <FilterChip
          key={name}
          name={name}
          filter={filter}
          value={filters[name]}
          choices={() =>
            choices[name] ??
            (filter.kind === 'choice'
              ? filter.values.map((value) => ({ value, label: choiceWord(name, value, status) }))
              : undefined)
          }
          onChange={(value) => set(name, value)}
        />
      ))}
      {Object.keys(filters).length > 0 && (
        <button type="button" className={styles['clear']} onClick={onClear}>
          {t(($) => $.list.clearAll)}
        </button>
      )}
    </>
  )
}

interface FilterChipProps {
  name: string
  filter: Filter
  value: FilterValue | undefined
  /** Computed only when they are shown, since some are long. */
  choices: () => Choices | undefined
  onChange: (value: FilterValue | null) => void
}
function FilterChip({ name, filter, value, choices, onChange }: FilterChipProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { time_zone } = useUser()
  const [open, setOpen] = useState(false)
  const title = wireWord('columns', name)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal={false}>
      <span className={styles['chip']} data-set={value !== undefined || undefined}>
        <Popover.Target>
          <button type="button" onClick={() => setOpen(!open)}>
            {value === undefined && <Icon name="plus" size={12} />}
            {title}
            {value !== undefined && (
              <span className={styles['chipValue']}>
                <bdi>{filterWords(value, { choices: choices() ?? [], language, timeZone: time_zone })}</bdi>
              </span>
            )}
          </button>
        </Popover.Target>
        {value !== undefined && (
          <button
            type="button"
            className={styles['chipRemove']}
            aria-label={t(($) => $.list.removeFilter, { filter: title })}
            onClick={() => onChange(null)}
          >
            <Icon name="close" size={12} />
          </button>
        )}
      </span>
      <Popover.Dropdown aria-label={title}>
        <FilterControl
          filter={filter}
          title={title}
          value={value}
          choices={choices}
          onApply={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
