import { Button, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnSelect } from './column-select.tsx'
import { conditionKinds, kindOf, type Condition, type ConditionKind } from './rules.ts'
import { WordsInput } from './words-input.tsx'
import styles from '../configuration.module.css'

interface ConditionsProps {
  conditions: readonly Condition[]
  /** The path of the conditions in the mapping, by which errors come back. */
  path: string
  titles: readonly string[]
  wordsOf: (column: string) => readonly string[]
  errors: Readonly<Record<string, string>>
  onChange: (conditions: Condition[]) => void
}
const most = 10

/** The conditions of a rule, of which all have to hold: a column, and what its cell is. */
export function Conditions({ conditions, path, titles, wordsOf, errors, onChange }: ConditionsProps): ReactNode {
  const { t } = useTranslation()
  const put = (at: number, next: Condition) => onChange(conditions.map((one, place) => (place === at ? next : one)))
  return (
    <>
      {conditions.map((one, at) => {
        const kind = kindOf(one)
        const isWords = kind === 'is' || kind === 'starts_with'
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two may be the same
          <div key={at} className={styles['fields']}>
            <ColumnSelect
              label={at === 0 ? t(($) => $.reconConfiguration.advanced.column) : t(($) => $.reconConfiguration.advanced.andColumn)}
              titles={titles}
              isNumbered={false}
              value={one.column}
              error={errors[`${path}.${at}.column`]}
              onChange={(column) => put(at, { ...one, column: String(column ?? '') })}
            />
            <NativeSelect
              label={t(($) => $.reconConfiguration.advanced.condition)}
              data={conditionKinds.map((value) => ({ value, label: t(($) => $.reconConfiguration.advanced.conditions[value]) }))}
              value={kind}
              onChange={(event) => put(at, conditionOf(one, event.currentTarget.value as ConditionKind))}
            />
            {isWords && (
              <WordsInput
                label={t(($) => $.reconConfiguration.advanced.words)}
                value={one[kind]}
                found={wordsOf(one.column)}
                error={errors[`${path}.${at}.${kind}`] ?? errors[`${path}.${at}`]}
                onChange={(words) => put(at, { column: one.column, [kind]: words ?? [] })}
              />
            )}
            {conditions.length > 1 && (
              <Button
                variant="default"
                className={styles['low'] ?? ''}
                aria-label={t(($) => $.reconConfiguration.advanced.removeCondition, { number: at + 1 })}
                onClick={() => onChange(conditions.filter((_, place) => place !== at))}
              >
                {t(($) => $.reconConfiguration.remove)}
              </Button>
            )}
          </div>
        )
      })}
      {conditions.length < most && (
        <div>
          <Button size="xs" variant="subtle" onClick={() => onChange([...conditions, { column: '', is: [] }])}>
            {t(($) => $.reconConfiguration.advanced.addCondition)}
          </Button>
        </div>
      )}
    </>
  )
} // prettier-ignore

/** The same column with another kind of condition; words stay. */
function conditionOf(one: Condition, kind: ConditionKind): Condition {
  const words = one.is ?? one.starts_with ?? []
  const { column } = one
  if (kind === 'is') return { column, is: words }
  if (kind === 'starts_with') return { column, starts_with: words }
  return { column, empty: kind === 'empty' }
}
