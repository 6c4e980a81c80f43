import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MultiSelect, NativeSelect, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MappingField } from '#contract/recon-mapping-shapes.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import type { ColumnsForm, EditedColumns } from './edited.ts'
import styles from '../configuration.module.css'

const moneyFields: readonly MappingField[] = [
  'amount', 'net', 'fee', 'tax', 'passed_on', 'delivery', 'discount', 'balance',
] // prettier-ignore

interface ColumnsOfFieldProps {
  field: MappingField
  titles: readonly string[]
  value: EditedColumns | undefined
  error: string | undefined
  /** Undefined where the file has no such column. */
  onChange: (value: EditedColumns | undefined) => void
}

/** Where a field stands: one column, several in turn or put together, or of money two columns, or one with a direction. */
export function ColumnsOfField({ field, titles, value, error, onChange }: ColumnsOfFieldProps): ReactNode {
  const { t } = useTranslation()
  const label = codeWord('mappingFields', field)
  const form = value?.form ?? 'first'
  const isMoney = moneyFields.includes(field)
  const several = value && 'titles' in value && value.titles.length > 1
  const forms: ColumnsForm[] = isMoney ? ['first', 'sides', 'direction'] : ['first', 'joined']
  const choose = (next: ColumnsForm) => {
    const chosen = value && 'titles' in value ? value.titles : []
    if (next === 'sides') onChange({ form: 'sides', credit: chosen[0] ?? '', debit: '' })
    else if (next === 'direction')
      onChange({ form: 'direction', amount: chosen[0] ?? '', direction: '', credit: '', debit: '' })
    else onChange(chosen.length > 0 ? { form: next, titles: chosen } : undefined)
  }
  // The form of a field without columns is asked of money only, where it decides what is chosen.
  const asksForm = isMoney || several
  return (
    <div className={styles['pair']}>
      {(!value || 'titles' in value) && (
        <MultiSelect
          label={label}
          placeholder={value ? '' : t(($) => $.reconConfiguration.noColumn)}
          data={[...titles]}
          value={[...(value?.titles ?? [])]}
          maxValues={10}
          searchable
          clearable
          error={error}
          onChange={(chosen) =>
            onChange(chosen.length === 0 ? undefined : { form: form === 'joined' ? 'joined' : 'first', titles: chosen })
          }
        />
      )}
      {value?.form === 'sides' && (
        <>
          {columnSelect('credit', value.credit, (credit) => onChange({ ...value, credit }), error)}
          {columnSelect('debit', value.debit, (debit) => onChange({ ...value, debit }))}
        </>
      )}
      {value?.form === 'direction' && (
        <>
          {columnSelect('amount', value.amount, (amount) => onChange({ ...value, amount }), error)}
          {columnSelect('direction', value.direction, (direction) => onChange({ ...value, direction }))}
          {words('credit', value.credit, (credit) => onChange({ ...value, credit }))}
          {words('debit', value.debit, (debit) => onChange({ ...value, debit }))}
        </>
      )}
      {asksForm && (
        <NativeSelect
          size="xs"
          aria-label={t(($) => $.reconConfiguration.formOf, { field: label })}
          data={forms.map((one) => ({ value: one, label: t(($) => $.reconConfiguration.forms[one]) }))}
          value={form}
          onChange={(event) => choose(event.currentTarget.value as ColumnsForm)}
        />
      )}
    </div>
  )

  function columnSelect(
    part: 'credit' | 'debit' | 'amount' | 'direction',
    chosen: string,
    set: (title: string) => void,
    fault?: string,
  ) {
    return (
      <Select
        label={t(($) => $.reconConfiguration.partOf[part], { field: label })}
        data={[...titles]}
        value={chosen || null}
        searchable
        allowDeselect={false}
        error={fault}
        onChange={(title) => set(title ?? '')}
      />
    )
  }
  function words(side: 'credit' | 'debit', typed: string, set: (typed: string) => void) {
    return (
      <TextInput
        label={t(($) => $.reconConfiguration.wordsOf[side], { field: label })}
        description={t(($) => $.reconConfiguration.withCommas)}
        value={typed}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  }
}
