import { Popover } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filter } from '#contract/kit/list.ts'
import { FilterControl, type Choices } from './filter-control.tsx'
import folds from './filter-folds.module.css'
import { Icon } from '#console/kit/ui/icons.tsx'
import type { Listed, FilterValue, ListState } from './list-state.ts'
import styles from './list.module.css'
import { useUser } from '#console/kit/auth/session.ts'
import type { StatusOf } from '#console/kit/details/status.tsx'
import { choiceWord, filterWords } from './filter-words.ts'
import { columnTitle, useLanguage } from '#console/kit/i18n/words.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'

const FilterFolds = lazy(() => import('./filter-folds.tsx'))

/** Choices of filters from the server, by the filter's name. */
export type ChoicesOf = Record<string, Choices>

export interface FiltersProps {
  list: Listed
  filters: ListState['filters']
  status?: StatusOf | undefined
  choices: ChoicesOf
  onChange: (filters: ListState['filters']) => void
}
/** So many filters have a chip of their own before they are set. */
const firstFilters = 4

/**
 * The row of filters. Each chip opens its control; a filter that is set shows its value and a button that clears it. The
 * less used ones get their chip when they are set.
 */
export function FilterChips(props: FiltersProps & { onClear: () => void }): ReactNode {
  const { list, filters, onChange, onClear } = props
  const { t } = useTranslation()
  const [more, setMore] = useState(false)
  const names = Object.keys(list.filters)
  const chips = names.filter((name, place) => place < firstFilters || filters[name] !== undefined)
  const others = names.filter((name) => !chips.includes(name))
  return (
    <>
      {chips.map((name) => (
        <FilterChip
          key={name}
          title={columnTitle(list.columns, name)}
          filter={list.filters[name] as Filter}
          value={filters[name]}
          choices={() => choicesOf(name, props)}
          onChange={(value) => onChange(changedFilters(filters, name, value))}
        />
      ))}
      {others.length > 0 && (
        <Popover opened={more} onChange={setMore} position="bottom-start" trapFocus returnFocus withinPortal={false}>
          <span className={styles['chip']}>
            <Popover.Target>
              <button type="button" onClick={() => setMore(!more)}>
                {t(($) => $.list.moreFilters)}
                <Icon name="down" size={12} />
              </button>
            </Popover.Target>
          </span>
          <Popover.Dropdown aria-label={t(($) => $.list.moreFilters)}>
            <Suspense fallback={<LinesSkeleton lines={others.length} />}>
              {more && (
                <div className={folds['folds']}>
                  <FilterFolds
                    {...props}
                    names={others}
                    onChange={(next) => {
                      setMore(false)
                      onChange(next)
                    }}
                  />
                </div>
              )}
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
      {Object.keys(filters).length > 0 && (
        <button type="button" className={styles['clear']} onClick={onClear}>
          {t(($) => $.list.clearAll)}
        </button>
      )}
    </>
  )
}

/** The filters with one changed; null clears it. */
export function changedFilters(
  filters: ListState['filters'],
  name: string,
  value: FilterValue | null,
): ListState['filters'] {
  const { [name]: _, ...others } = filters
  return value === null ? others : { ...others, [name]: value }
}

/** The choices of a filter: the server's, or those of its declaration. Some are long, so they are computed when shown. */
export function choicesOf(name: string, { list, status, choices }: FiltersProps): Choices | undefined {
  const filter = list.filters[name] as Filter
  if (choices[name] || filter.kind !== 'choice') return choices[name]
  return filter.values.map((value) => ({ value, label: choiceWord(name, value, status) }))
}

/** Writes the value of a filter as short text. */
export function useFilterWords(): (value: FilterValue, choices: () => Choices | undefined) => string {
  const language = useLanguage()
  const { time_zone } = useUser()
  return (value, choices) => filterWords(value, { choices: choices() ?? [], language, timeZone: time_zone })
}

interface FilterChipProps {
  title: string
  filter: Filter
  value: FilterValue | undefined
  choices: () => Choices | undefined
  onChange: (value: FilterValue | null) => void
}
function FilterChip({ title, filter, value, choices, onChange }: FilterChipProps): ReactNode {
  const { t } = useTranslation()
  const words = useFilterWords()
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal={false}>
      <span className={styles['chip']} data-set={value !== undefined || undefined}>
        <Popover.Target>
          <button type="button" onClick={() => setOpen(!open)}>
            {value === undefined && <Icon name="plus" size={12} />}
            {title}
            {value !== undefined && (
              <span className={styles['chipValue']}>
                <bdi>{words(value, choices)}</bdi>
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
