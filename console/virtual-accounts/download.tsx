import { Button, Menu } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadStatement, readBankStatement, type VirtualAccount } from '#contract/virtual-accounts.ts'
import { downloadCall } from '#console/kit/api/download-call.ts'
import { CallError } from '#console/kit/api/send-call.ts'
import { useLook } from '#console/kit/api/use-call.ts'
import { asUser, identity } from '#console/kit/auth/session.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { saveFile, type SavedFile } from '#console/kit/ui/save-file.ts'
import { toastFailure } from '#console/kit/ui/toast.ts'

/** Downloads the statement, as a spreadsheet or as banks write it. */
export function Download({ account }: { account: VirtualAccount }): ReactNode {
  const { t } = useTranslation()
  const actingFor = useActingFor()
  const [pending, setPending] = useState(false)
  const path = { account: account.account_no }
  const look = useLook(readBankStatement, { path, query: {} })
  async function download(file: () => Promise<SavedFile>): Promise<void> {
    setPending(true)
    try {
      saveFile(await file())
    } catch (error) {
      if (error instanceof CallError) toastFailure(failureText(error), error.requestId)
      else throw error
    } finally {
      setPending(false)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />} loading={pending}>
          {t(($) => $.virtualAccounts.download)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            void download(() =>
              asUser((session) =>
                downloadCall(
                  downloadStatement,
                  { path },
                  { ...identity(session, actingFor), onBytes: () => undefined },
                ),
              ),
            )
          }
        >
          {t(($) => $.virtualAccounts.asSheet)}
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            void download(async () => {
              const { name, xml } = await look()
              return { name, file: new Blob([xml], { type: 'application/xml' }) }
            })
          }
        >
          {t(($) => $.virtualAccounts.asCamt)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
