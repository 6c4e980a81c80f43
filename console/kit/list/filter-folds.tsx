import { useState, type ReactNode } from 'react'
import type { Filter } from '#contract/kit/list.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { columnTitle } from '#console/kit/i18n/words.ts'
import { changedFilters, choicesOf, useFilterWords, type FiltersProps } from './filter-chips.tsx'
import { FilterControl } from './filter-control.tsx'
import styles from './filter-folds.module.css'

/** Filters below each other, each opening to its control. */
export default function FilterFolds({ names, ...props }: FiltersProps & { names: readonly string[] }): ReactNode {
  const { list, filters, onChange } = props
  const words = useFilterWords()
  const [open, setOpen] = useState<string | null>(null)
  return names.map((name) => {
    const filter = list.filters[name] as Filter
    const value = filters[name]
    const choices = () => choicesOf(name, props)
    const title = columnTitle(list.columns, name)
    return (
      <Fold
        key={name}
        title={title}
        value={value === undefined ? undefined : words(value, choices)}
        open={open === name}
        onToggle={() => setOpen(open === name ? null : name)}
      >
        <FilterControl
          {...{ filter, title, value, choices }}
          onApply={(next) => {
            setOpen(null)
            onChange(changedFilters(filters, name, next))
          }}
        />
      </Fold>
    )
  })
}

interface FoldProps {
  title: string
  /** What is chosen there. */
  value?: string | undefined
  open: boolean
  onToggle: () => void
  children: ReactNode
}
/** A line that opens to what belongs to it. */
export function Fold({ title, value, open, onToggle, children }: FoldProps): ReactNode {
  return (
    <div className={styles['fold']}>
      <button type="button" className={styles['opener']} aria-expanded={open} onClick={onToggle}>
        <span>{title}</span>
        {value && <bdi className={styles['value']}>{value}</bdi>}
        <Icon name={open ? 'up' : 'down'} size={12} />
      </button>
      {open && <div className={styles['inside']}>{children}</div>}
    </div>
  )
}
