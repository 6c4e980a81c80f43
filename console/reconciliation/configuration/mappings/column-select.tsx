import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Column = string | number
interface ColumnSelectProps {
  label: string
  titles: readonly string[]
  value: Column | undefined
  /** Whether a number will do. */
  isNumbered?: boolean
  hint?: string
  error: string | undefined
  onChange: (column: Column | undefined) => void
}
/** So many columns can be named by their numbers. */
const numbered = 40
const keyOf = (column: Column) => (typeof column === 'number' ? `#${column}` : `=${column}`)

/** A column by its title, or by its number where lines have no titles of their own. */
export function ColumnSelect({ label, titles, value, isNumbered = true, hint, error, onChange }: ColumnSelectProps): ReactNode {
  const { t } = useTranslation()
  const named = typeof value === 'string' && value !== '' && !titles.includes(value) ? [...titles, value] : titles
  const numbers = Array.from({ length: numbered }, (_, at) => at + 1)
  const byTitle = named.map((title) => ({ value: keyOf(title), label: title }))
  const byNumber = numbers.map((number) => ({ value: keyOf(number), label: t(($) => $.reconConfiguration.advanced.columnNumber, { number }) }))
  return (
    <Select
      label={label}
      description={hint}
      placeholder={t(($) => $.reconConfiguration.noColumn)}
      data={
        isNumbered
          ? [
              { group: t(($) => $.reconConfiguration.advanced.byTitle), items: byTitle },
              { group: t(($) => $.reconConfiguration.advanced.byNumber), items: byNumber },
            ]
          : byTitle
      }
      value={value === undefined || value === '' ? null : keyOf(value)}
      searchable
      clearable
      error={error}
      onChange={(key) => onChange(key === null ? undefined : key.startsWith('#') ? Number(key.slice(1)) : key.slice(1))}
    />
  )
} // prettier-ignore
