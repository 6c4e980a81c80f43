/**
 * What Xendit calls the banks and wallets that it pays to, by country: the largest ones. A wallet is named like a bank, and its number is
 * the mobile number. Codes of Indonesia and the Philippines are from Xendit's lists. It publishes those of the other countries in its
 * dashboard alone; a code that it does not know it refuses, and the payout fails with `UNSUPPORTED_BANK`.
 */
export const xenditBanks = {
  ID: {
    '002': 'ID_BRI', '008': 'ID_MANDIRI', '009': 'ID_BNI', '011': 'ID_DANAMON', '013': 'ID_PERMATA', '014': 'ID_BCA',
    '016': 'ID_MAYBANK', '019': 'ID_PANIN', '022': 'ID_CIMB', '023': 'ID_UOB', '028': 'ID_OCBC', '031': 'ID_CITIBANK',
    '041': 'ID_HSBC', '046': 'ID_DBS', '050': 'ID_STANDARD_CHARTERED', '110': 'ID_BJB', '111': 'ID_DKI', '147': 'ID_MUAMALAT',
    '153': 'ID_SINARMAS', '200': 'ID_BTN', '426': 'ID_MEGA', '441': 'ID_BUKOPIN', '451': 'ID_BSI', '536': 'ID_BCA_SYR',
    DANA: 'ID_DANA', OVO: 'ID_OVO',
  },
  // By BIC.
  MY: { CIBBMYKL: 'MY_CIMB', MBBEMYKL: 'MY_MAYBANK', PBBEMYKL: 'MY_PUBLIC_BANK', RHBBMYKL: 'MY_RHB' },
  PH: {
    AUBKPHMM: 'PH_AUB', BNORPHMM: 'PH_BDO', BOPIPHMM: 'PH_BPI', CHBKPHMM: 'PH_CBC', DBPHPHMM: 'PH_DBP',
    EWBCPHMM: 'PH_EWB', MBTCPHMM: 'PH_MET', PNBMPHMM: 'PH_PNB', RCBCPHMM: 'PH_RCBC', SETCPHMM: 'PH_SEC',
    TLBPPHMM: 'PH_LBP', UBPHPHMM: 'PH_UBP',
    GXCHPHM2: 'PH_GCASH', PAPHPHM1: 'PH_PAYMAYA',
  },
  TH: { '002': 'TH_BBL', '004': 'TH_KBANK', '014': 'TH_SCB' },
  VN: { '970407': 'VN_TECHCOMBANK', '970418': 'VN_BIDV', '970436': 'VN_VIETCOMBANK' },
} as const satisfies Record<string, Record<string, string>> // prettier-ignore
