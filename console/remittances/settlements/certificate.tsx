import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listRemittanceCertificates, readRemittanceCertificate } from '#contract/remittance-certificates.ts'
import type { Remittance } from '#contract/remittances.ts'
import { defaultLanguage, languages, type Language } from '#i18n/languages.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { fileOf, saveFile } from '#console/kit/ui/save-file.ts'

/** The certificate of a settlement as a PDF, in a language where there are several. An open settlement has none. */
export function Certificate({ remittance: { settlement_ref: ref, status } }: { remittance: Remittance }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const isThere = status !== 'Open'
  const made = useCall(
    listRemittanceCertificates,
    { path: { settlement_ref: ref }, query: { environment } },
    { enabled: isThere },
  )
  const read = useAction(readRemittanceCertificate, { refreshes: [listRemittanceCertificates] })
  if (!isThere) return null
  const save = async (language: Language) => {
    const outcome = await read.act({ path: { settlement_ref: ref }, query: { environment, language } })
    if (outcome.ok) saveFile(fileOf(outcome.answer))
  }
  const choices = made.data?.languages ?? [defaultLanguage]
  const look = { variant: 'default', leftSection: <Icon name="download" />, loading: read.pending } as const
  const [only, ...further] = choices
  if (only && further.length === 0)
    return (
      <Button {...look} onClick={() => void save(only)}>
        {t(($) => $.remittances.certificates.get)}
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...look} rightSection={<Icon name="down" size={12} />}>
          {t(($) => $.remittances.certificates.get)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((language) => (
          <Menu.Item key={language} onClick={() => void save(language)}>
            {languages[language].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
