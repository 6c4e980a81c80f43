import { Select, type SelectProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currencyCodes } from '#contract/kit/money.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { countryCodes } from './countries.ts'
import { currencyName } from '#console/kit/list/filter-words.ts'

/** A currency by its code and name. */
export function CurrencySelect(props: SelectProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const data = currencyCodes.map((code) => ({ value: code, label: `${code} · ${currencyName(code, language)}` }))
  return (
    <Select
      {...props}
      data={data}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t(($) => $.list.noMatchTitle)}
    />
  )
}

/** A country by its name in the user's language. */
export function CountrySelect(props: SelectProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const data = countryCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
  return <Select {...props} data={data} searchable clearable nothingFoundMessage={t(($) => $.list.noMatchTitle)} />
}
