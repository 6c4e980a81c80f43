import { Checkbox, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MappingReading } from '#contract/recon-mapping-shapes.ts'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { AdvancedPart } from './advanced-part.tsx'
import type { AdvancedProps } from './use-mapping.ts'
import { WordsInput } from './words-input.tsx'
import styles from '../configuration.module.css'

/** What amounts, references and dates are, where it is not the usual. */
export function AmountsFurther({ edited, change, errors, layout }: AdvancedProps): ReactNode {
  const { t } = useTranslation()
  const { reading } = edited
  const put = (next: Partial<MappingReading>) => change({ reading: { ...reading, ...next } })
  const formats = Object.entries(errors).find(([path]) => path.startsWith('reading.dates'))?.[1]
  const isRecon = edited.file_type === 'recon'
  return (
    <AdvancedPart
      title={t(($) => $.reconConfiguration.advanced.further.title)}
      text={t(($) => $.reconConfiguration.advanced.further.text)}
      example=""
    >
      <div className={styles['fields']}>
        {isRecon && (
          <>
            <CurrencySelect
              label={t(($) => $.reconConfiguration.advanced.further.net_currency)}
              description={t(($) => $.reconConfiguration.currencyHint)}
              value={reading.net_currency || null}
              clearable
              allowDeselect
              error={errors['reading.net_currency']}
              onChange={(code) => put({ net_currency: (code ?? undefined) as MappingReading['net_currency'] })}
            />
            <NativeSelect
              label={t(($) => $.reconConfiguration.advanced.further.charges_are)}
              data={[
                { value: 'positive', label: t(($) => $.reconConfiguration.positive) },
                { value: 'negative', label: t(($) => $.reconConfiguration.negative) },
              ]}
              value={reading.charges_are ?? layout?.charges_are ?? 'positive'}
              onChange={(event) => put({ charges_are: event.currentTarget.value as 'positive' })}
            />
            <NativeSelect
              label={t(($) => $.reconConfiguration.advanced.further.rate_per)}
              data={(['', 'net_per_gross', 'gross_per_net'] as const).map((value) => ({
                value,
                label:
                  value === ''
                    ? t(($) => $.reconConfiguration.asFound)
                    : t(($) => $.reconConfiguration.advanced.further.rates[value]),
              }))}
              value={reading.rate_per ?? ''}
              onChange={(event) =>
                put({ rate_per: (event.currentTarget.value || undefined) as MappingReading['rate_per'] })
              }
            />
          </>
        )}
        <WordsInput
          label={t(($) => $.reconConfiguration.advanced.further.no_reference)}
          hint={t(($) => $.reconConfiguration.advanced.further.noReferenceHint)}
          value={reading.no_reference}
          error={errors['reading.no_reference']}
          onChange={(words) => put({ no_reference: words })}
        />
        <WordsInput
          label={t(($) => $.reconConfiguration.advanced.further.dates)}
          hint={t(($) => $.reconConfiguration.advanced.further.datesHint)}
          most={10}
          value={reading.dates}
          error={formats}
          onChange={(dates) => put({ dates })}
        />
        {isRecon && (
          <Checkbox
            label={t(($) => $.reconConfiguration.advanced.further.tax_in_fee)}
            description={t(($) => $.reconConfiguration.advanced.further.taxInFeeHint)}
            checked={reading.tax_in_fee ?? layout?.tax_in_fee ?? false}
            disabled={layout?.tax_in_fee === true}
            onChange={(event) => put({ tax_in_fee: event.currentTarget.checked || undefined })}
          />
        )}
      </div>
    </AdvancedPart>
  )
}
