import { Button, NativeSelect, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chargeKinds, type ChargeParam } from '#contract/recon-mapping-shapes.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import type { PartProps } from './use-mapping.ts'
import styles from '../configuration.module.css'

/** Columns with charges of their own, beside the fee and the tax: each by its title, so that they are added up as what they are. */
export function Charges({ edited, change, titles, errors }: PartProps): ReactNode {
  const { t } = useTranslation()
  const charges = edited.charge_params ?? []
  const set = (next: readonly ChargeParam[]) =>
    change({ charge_params: [...next] as NonNullable<typeof edited.charge_params> })
  const put = (at: number, next: Partial<ChargeParam>) =>
    set(charges.map((one, place) => (place === at ? { ...one, ...next } : one)))
  const free = titles.find((title) => charges.every(({ header }) => header !== title))
  if (edited.file_type === 'transaction') return null
  return (
    <Section
      title={t(($) => $.reconConfiguration.charges)}
      end={
        free !== undefined && (
          <Button size="xs" variant="default" onClick={() => set([...charges, { header: free, kind: 'fee' }])}>
            {t(($) => $.reconConfiguration.addCharge)}
          </Button>
        )
      }
    >
      <p className={styles['about']}>{t(($) => $.reconConfiguration.chargesText)}</p>
      <ul className={styles['lines']}>
        {charges.map(({ header, kind, sign }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a title may be chosen twice while it is changed
          <li key={at} className={styles['inline']}>
            <Select
              label={t(($) => $.reconConfiguration.chargeColumn)}
              data={[...titles]}
              value={header}
              searchable
              allowDeselect={false}
              error={errors[`charge_params.${at}.header`]}
              onChange={(title) => title && put(at, { header: title })}
            />
            <NativeSelect
              label={t(($) => $.reconConfiguration.chargeKind)}
              data={chargeKinds.map((value) => ({ value, label: t(($) => $.reconConfiguration.chargeKinds[value]) }))}
              value={kind}
              onChange={(event) => put(at, { kind: event.currentTarget.value as ChargeParam['kind'] })}
            />
            <NativeSelect
              label={t(($) => $.reconConfiguration.chargeSign)}
              data={[
                { value: '1', label: t(($) => $.reconConfiguration.positive) },
                { value: '-1', label: t(($) => $.reconConfiguration.negative) },
              ]}
              value={String(sign ?? 1)}
              onChange={(event) => put(at, { sign: event.currentTarget.value === '-1' ? -1 : 1 })}
            />
            <Button
              variant="default"
              aria-label={t(($) => $.reconConfiguration.removeCharge, { title: isolated(header) })}
              onClick={() => set(charges.filter((_, place) => place !== at))}
            >
              {t(($) => $.reconConfiguration.remove)}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
