import { Button, Checkbox, TextInput } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import type { Filter } from '#contract/kit/list.ts'
import { folded } from '#console/kit/i18n/search-words.ts'
import { westernDecimal } from '#console/kit/form/decimal.ts'
import type { FilterValue, TimeRange } from './list-state.ts'
import styles from './list.module.css'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'

const FilterTime = lazy(() => import('./filter-time.tsx'))

export type Choices = readonly { value: string; label: string }[]

export interface FilterControlProps {
  filter: Filter
  title: string
  value: FilterValue | undefined
  choices: () => Choices | undefined
  /** Null clears the filter. */
  onApply: (value: FilterValue | null) => void
}

/** The control of a filter by its kind. */
export function FilterControl({ filter, title, value, choices: choicesOf, onApply }: FilterControlProps): ReactNode {
  if (filter.kind === 'time' || filter.kind === 'day')
    return (
      <Suspense fallback={<LinesSkeleton lines={6} />}>
        <FilterTime value={(value as TimeRange | undefined) ?? {}} onApply={onApply} ahead={filter.kind === 'day'} />
      </Suspense>
    )
  if (filter.kind === 'amount')
    return <FilterAmount value={value as { min?: number; max?: number } | undefined} onApply={onApply} />
  const choices = choicesOf()
  if (choices) {
    const chosen = typeof value === 'string' ? [value] : ((value as string[] | undefined) ?? [])
    const one = filter.kind === 'text'
    return (
      <FilterChoice
        title={title}
        value={chosen}
        choices={choices}
        one={one}
        onApply={(values) => onApply(values.length === 0 ? null : one ? (values[0] ?? null) : values)}
      />
    )
  }
  return <FilterText title={title} value={value as string | undefined} onApply={onApply} />
}

interface FilterChoiceProps {
  title: string
  value: string[]
  choices: Choices
  one: boolean
  onApply: (values: string[]) => void
}
function FilterChoice({ title, value, choices, one, onApply }: FilterChoiceProps): ReactNode {
  const [chosen, setChosen] = useState(value)
  const [sought, setSought] = useState('')
  const { t } = useTranslation()
  const shown = choices.filter(({ label }) => folded(label).includes(folded(sought)))
  const toggle = (choice: string) => {
    if (one) setChosen(chosen.includes(choice) ? [] : [choice])
    else setChosen(chosen.includes(choice) ? chosen.filter((other) => other !== choice) : [...chosen, choice])
  }
  return (
    <FilterForm onSubmit={() => onApply(chosen)}>
      {choices.length > 10 && (
        <TextInput
          aria-label={t(($) => $.list.searchChoices)}
          placeholder={t(($) => $.list.searchChoices)}
          value={sought}
          data-autofocus
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      <div role="group" aria-label={title} className={styles['filterChoices']}>
        {shown.map((choice) => (
          <Checkbox
            key={choice.value}
            size="sm"
            label={choice.label}
            checked={chosen.includes(choice.value)}
            onChange={() => toggle(choice.value)}
          />
        ))}
      </div>
    </FilterForm>
  )
}

interface FilterAmountProps {
  value: { min?: number; max?: number } | undefined
  onApply: (value: FilterValue | null) => void
}
function FilterAmount({ value, onApply }: FilterAmountProps): ReactNode {
  const { t } = useTranslation()
  const [min, setMin] = useState(String(value?.min ?? ''))
  const [max, setMax] = useState(String(value?.max ?? ''))
  const amount = (text: string) => (text.trim() === '' ? undefined : Number(westernDecimal(text)))
  const apply = () => {
    const [low, high] = [amount(min), amount(max)]
    const good = (number: number | undefined) => number !== undefined && number >= 0
    const next = { ...(good(low) ? { min: low as number } : {}), ...(good(high) ? { max: high as number } : {}) }
    onApply(Object.keys(next).length > 0 ? next : null)
  }
  return (
    <FilterForm onSubmit={apply}>
      <div className={styles['filterPair']}>
        <DecimalInput label={t(($) => $.list.least)} data-autofocus value={min} onChange={setMin} />
        <DecimalInput label={t(($) => $.list.most)} value={max} onChange={setMax} />
      </div>
    </FilterForm>
  )
}

interface FilterTextProps {
  title: string
  value: string | undefined
  onApply: (value: string | null) => void
}
function FilterText({ title, value, onApply }: FilterTextProps): ReactNode {
  const [text, setText] = useState(value ?? '')
  return (
    <FilterForm onSubmit={() => onApply(text.trim() || null)}>
      <TextInput
        label={title}
        dir="auto"
        data-autofocus
        maxLength={254}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FilterForm>
  )
}

/** A small form with a button that applies it. */
export function FilterForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} className={styles['filter']}>
      {children}
      <Button type="submit" size="xs" variant="light">
        {t(($) => $.list.apply)}
      </Button>
    </form>
  )
}
