import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '#console/kit/details/detail.tsx'
import { CopiedText, LeftToRight } from '#console/kit/details/values.tsx'
import { PinnedKey } from './host-key.tsx'
import { PublicKey } from './key-pair.tsx'
import type { Intake } from './use-intake.ts'
import styles from './intake.module.css'

/** Where files are fetched, how we sign in and which are taken. */
export function ServerFacts({ sftp }: { sftp: Intake['sftp'] }): ReactNode {
  const { t } = useTranslation()
  const text = (value: string) => value && <LeftToRight>{value}</LeftToRight>
  const address = `${sftp.host.includes(':') ? `[${sftp.host}]` : sftp.host}:${sftp.port}`
  return (
    <div className={styles['facts']}>
      <Facts
        facts={[
          [
            t(($) => $.reconIntake.server),
            <CopiedText key="server" copy={t(($) => $.reconIntake.copyServer)}>
              {address}
            </CopiedText>,
          ],
          [t(($) => $.reconIntake.folder), sftp.folder ? text(sftp.folder) : t(($) => $.reconIntake.home)],
          [t(($) => $.reconIntake.user), text(sftp.username)],
          [
            t(($) => $.reconIntake.signIn),
            t(($) =>
              sftp.auth === 'key'
                ? $.reconIntake.byKey
                : sftp.has_password
                  ? $.reconIntake.byPassword
                  : $.reconIntake.noPassword,
            ),
          ],
          [
            t(($) => $.reconIntake.pattern),
            sftp.file_prefix ? text(sftp.file_prefix) : t(($) => $.reconIntake.anyName),
          ],
          [
            t(($) => $.reconIntake.marker),
            sftp.marker_ending ? text(sftp.marker_ending) : t(($) => $.reconIntake.noMarker),
          ],
          [t(($) => $.reconIntake.moveTo), sftp.move_to ? text(sftp.move_to) : t(($) => $.reconIntake.stays)],
          [
            t(($) => $.reconIntake.hostKey),
            sftp.host_key ? <PinnedKey key="key" sftp={sftp} /> : t(($) => $.reconIntake.notPinned),
          ],
        ]}
      />
      {sftp.auth === 'key' && <PublicKey value={sftp.public_key} />}
    </div>
  )
}
