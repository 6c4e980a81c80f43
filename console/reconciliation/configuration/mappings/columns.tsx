import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MappingField, MappingFileType } from '#contract/recon-mapping-shapes.ts'
import { mappingFields } from '#contract/recon-records.ts'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { ColumnsOfField } from './columns-of-field.tsx'
import type { PartProps } from './use-mapping.ts'
import styles from '../configuration.module.css'

/** The fields that most files of a kind have; all others are folded away until one of them has a column. */
const usual: Record<MappingFileType, readonly MappingField[]> = {
  recon: [
    'date', 'booked_on', 'amount', 'currency', 'net', 'net_currency', 'fee', 'tax',
    'txn_type', 'txn_ref', 'merchant_ref', 'other_ref', 'batch', 'method',
  ], // prettier-ignore
  transaction: [
    'date', 'amount', 'currency', 'status', 'merchant_order_ref', 'channel_order_ref', 'channel_order_ref1', 'method',
  ], // prettier-ignore
}

/** Which column is which field of a record. */
export function Columns({ edited, change, titles, errors }: PartProps): ReactNode {
  const { t } = useTranslation()
  const first = usual[edited.file_type]
  const further = mappingFields.filter((field) => !first.includes(field))
  const used = further.filter((field) => edited.columns[field] !== undefined)
  const fieldsOf = (fields: readonly MappingField[]) =>
    fields.map((field) => (
      <ColumnsOfField
        key={field}
        field={field}
        titles={titles}
        value={edited.columns[field]}
        error={errors[`input_header.${field}`]}
        onChange={(value) => {
          const { [field]: _, ...others } = edited.columns
          change({ columns: value === undefined ? others : { ...others, [field]: value } })
        }}
      />
    ))
  return (
    <>
      <Section title={t(($) => $.reconConfiguration.columns)}>
        <p className={styles['about']}>{t(($) => $.reconConfiguration.columnsText)}</p>
        <div className={styles['fields']}>{fieldsOf([...first, ...used])}</div>
      </Section>
      <FormSection title={t(($) => $.reconConfiguration.furtherColumns)} folded>
        {fieldsOf(further.filter((field) => !used.includes(field)))}
      </FormSection>
    </>
  )
}
