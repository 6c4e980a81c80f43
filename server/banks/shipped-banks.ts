import type { Bank } from '#contract/banks.ts'

/**
 * The banks that come with the installation, by country: the public codes of their clearing systems and, where it is known, the BIC.
 * The operator replaces a country's list by `npm run banks`.
 */
export const shippedBanks: Readonly<Record<string, readonly Bank[]>> = {
  KR: banks(`
    002 KDB Bank; KODBKRSE
    003 Industrial Bank of Korea; IBKOKRSE
    004 KB Kookmin Bank; CZNBKRSE
    007 Suhyup Bank; NFFCKRSE
    011 NongHyup Bank; NACFKRSE
    012 Local NongHyup
    020 Woori Bank; HVBKKRSE
    023 SC First Bank; SCBLKRSE
    027 Citibank Korea; CITIKRSX
    031 iM Bank (Daegu); DAEBKR22
    032 Busan Bank; PUSBKR2P
    034 Gwangju Bank; KWABKRSE
    035 Jeju Bank; JJBKKR22
    037 Jeonbuk Bank; JEONKRSE
    039 Kyongnam Bank; KYNAKR22
    045 Saemaul (KFCC)
    048 Shinhyup
    050 Savings banks
    054 HSBC
    055 Deutsche Bank
    057 JPMorgan Chase
    060 Bank of America
    061 BNP Paribas
    062 ICBC
    063 Bank of China
    064 Forestry cooperatives
    071 Korea Post
    081 Hana Bank; KOEXKRSE
    088 Shinhan Bank; SHBKKRSE
    089 K bank
    090 Kakao Bank; KAKOKR22
    092 Toss Bank`),
  TH: banks(`
    002 Bangkok Bank
    004 Kasikornbank
    006 Krungthai Bank
    011 TMBThanachart Bank (TTB)
    014 Siam Commercial Bank
    022 CIMB Thai
    024 UOB Thailand
    025 Bank of Ayudhya (Krungsri)
    030 Government Savings Bank
    034 BAAC
    067 TISCO Bank
    069 Kiatnakin Phatra Bank
    070 ICBC (Thai)
    071 Thai Credit Bank
    073 Land and Houses Bank`),
  VN: banks(`
    970400 Saigonbank
    970403 Sacombank
    970405 Agribank
    970406 DongA Bank
    970407 Techcombank
    970408 GPBank
    970409 Bac A Bank
    970412 PVcomBank
    970414 OceanBank
    970415 VietinBank
    970416 ACB
    970418 BIDV
    970419 NCB
    970422 MB Bank
    970423 TPBank
    970425 ABBank
    970426 MSB
    970428 Nam A Bank
    970429 SCB
    970430 PG Bank
    970431 Eximbank
    970432 VPBank
    970436 Vietcombank
    970437 HDBank
    970438 BaoViet Bank
    970440 SeABank
    970441 VIB
    970442 Hong Leong Bank
    970443 SHB
    970448 OCB
    970449 LPBank
    970452 KienlongBank`),
  ID: banks(`
    002 BRI
    008 Bank Mandiri
    009 BNI
    011 Bank Danamon
    013 Permata Bank
    014 BCA
    016 Maybank Indonesia
    019 Panin Bank
    022 CIMB Niaga
    023 UOB Indonesia
    028 OCBC Indonesia
    031 Citibank
    041 HSBC Indonesia
    046 DBS Indonesia
    050 Standard Chartered
    147 Bank Muamalat
    153 Bank Sinarmas
    200 BTN
    426 Bank Mega
    441 KB Bukopin
    451 Bank Syariah Indonesia (BSI)
    536 BCA Syariah`),
}

/** One bank a line: its code, its name and, behind a semicolon, its BIC. */
function banks(lines: string): Bank[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, code = '', name = '', bic = ''] = /^\s*(\d+) ([^;]+)(?:; (\w+))?$/.exec(line) ?? []
      return { code, name, bic }
    })
}
