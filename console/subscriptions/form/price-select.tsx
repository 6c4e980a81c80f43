import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listPrices, readPrice, type PriceRow } from '#contract/prices.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import { failureText, useLanguage } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { priceLabel, pricesAtOnce } from '../price-label.ts'
import type { FormProps } from './inputs.ts'
import { priceValues } from './subscription-form.ts'

/** The choice of a price, found by the beginning of its name. */
export function PriceSelect({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = useCalendarWords()
  const merchant = useActingFor()
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed, typingMs)
  const { price_order_ref: ref } = form.values
  const chosen = useCall(readPrice, { path: { ref } }, { enabled: ref !== '' })
  const offered = useCall(
    listPrices,
    { body: { pagesize: pricesAtOnce, filters: { status: 'active' }, ...(sought ? { search: sought } : {}) } },
    { keepPrevious: true },
  )
  const rows: readonly (PriceRow | NonNullable<typeof chosen.data>)[] = [
    ...(chosen.data && ref ? [chosen.data] : []),
    ...(offered.data?.content ?? []).filter((price) => price.order_ref !== ref || !chosen.data),
  ]
  const labelOf = (price: (typeof rows)[number]) => priceLabel(price, { language, words })
  const isNone = offered.data?.content.length === 0 && !sought && !ref
  const chosenLabel = chosen.data ? labelOf(chosen.data) : ''
  return (
    <Select
      className="wide"
      label={t(($) => $.subscriptions.price)}
      description={
        offered.error ? (
          failureText(offered.error)
        ) : isNone ? (
          <>
            {t(($) => $.subscriptionForm.noPrices)}{' '}
            <ScreenLink to="createPrice" search={merchant ? { merchant } : {}}>
              {t(($) => $.prices.create)}
            </ScreenLink>
          </>
        ) : undefined
      }
      placeholder={t(($) => $.subscriptionForm.choosePrice)}
      data={rows.map((price) => ({ value: price.order_ref, label: labelOf(price) }))}
      // The server has found them; what is typed is not compared with their labels again.
      filter={({ options }) => options}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t(($) => $.list.noMatchTitle)}
      onSearchChange={(text) => setTyped(text === chosenLabel ? '' : text)}
      {...form.getInputProps('price_order_ref')}
      onChange={(value) => {
        const price = rows.find((one) => one.order_ref === value)
        if (price) form.setValues(priceValues(price))
      }}
    />
  )
}

/** Prices are looked for when typing pauses. */
const typingMs = 250
