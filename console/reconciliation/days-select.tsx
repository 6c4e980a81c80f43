import { Button, NativeSelect, Popover } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dayWords } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { periods, useReconDays, type DaysShown } from './days.ts'
import styles from './shared.module.css'

const FilterTime = lazy(() => import('#console/kit/list/filter-time.tsx'))

interface DaysSelectProps {
  /** The choice in the address; empty where that has none. */
  address: string | undefined
  onChoose: (chosen: string) => void
}
/** The choice of days that all screens of reconciliation share. */
export function DaysSelect({ address, onChoose }: DaysSelectProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { chosen, days, keep } = useReconDays(address)
  const [isOpen, setOpen] = useState(false)
  const choose = (next: string) => {
    keep(next)
    onChoose(next)
  }
  const isOwn = !periods.some((period) => period === chosen)
  return (
    <div className={styles['days']}>
      <NativeSelect
        label={t(($) => $.reconFees.period)}
        value={chosen}
        data={[
          ...periods.map((value) => ({ value, label: t(($) => $.reconFees.periods[value]) })),
          ...(isOwn && days.from && days.to
            ? [{ value: chosen, label: t(($) => $.recon.daysFromTo, { from: isolated(dayWords(days.from, language)), to: isolated(dayWords(days.to, language)) }) }]
            : []),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal={false}>
        <Popover.Target>
          <Button variant="default" onClick={() => setOpen(!isOpen)}>
            {t(($) => $.recon.chooseDays)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t(($) => $.recon.chooseDays)}>
          <Suspense fallback={<LinesSkeleton lines={6} />}>
            <FilterTime
              value={isOwn ? days : {}}
              onApply={(value) => {
                setOpen(false)
                const { from, to } = (value ?? {}) as DaysShown
                choose(from && to ? `${from}..${to}` : 'all')
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
} // prettier-ignore
