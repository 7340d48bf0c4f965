// Names of the big shop's people, products and places: varied, so that searches meet realistic selectivities.
const list = (words: string) => words.split(',').map((word) => word.trim())

export const FIRST_NAMES =
  list(`Chisomo, Thandiwe, Kondwani, Mphatso, Tadala, Limbani, Chikondi, Yamikani,
  Takondwa, Madalitso, Blessings, Chimwemwe, Dalitso, Ellen, Fatsani, Gift, Grace, Happy, Innocent, Joyce,
  Kelvin, Loveness, Lusungu, Memory, Mwayi, Ndaona, Patience, Precious, Rhoda, Stella, Taonga, Tiyamike,
  Upile, Violet, Wanangwa, Wezi, Zione, Alinafe, Atupele, Bertha, Cecilia, Chifundo, Davie, Emmanuel, Esnath,
  Flora, Gertrude, Hastings, Ireen, James, Khumbo, Lameck, Martha, Nellie, Olive, Peter, Queen, Rose, Suzgo,
  Tamanda, Unity, Victoria, Wongani, Yankho, Zaithwa, Aubrey, Brenda, Charity, Deborah, Eunice`)

export const LAST_NAMES =
  list(`Banda, Phiri, Mwale, Chirwa, Nyirenda, Kumwenda, Gondwe, Mhango, Mkandawire, Msiska,
  Ngwira, Nkhoma, Zulu, Tembo, Kachale, Chimombo, Makwinja, Kamanga, Kalua, Kaunda, Lungu, Manda, Mbewe, Moyo,
  Msukwa, Munthali, Ndovi, Nthara, Saka, Shaba, Sibande, Soko, Ziba, Chavula, Chilima, Chipeta, Dzanjalimodzi,
  Gama, Harawa, Jere, Kadzamira, Kaliati, Kanyenda, Kapito, Kasambara, Khonje, Luhanga, Magombo, Malunga,
  Masamba, Matemba, Mkwezalamba, Mpinganjira, Mtambo, Muluzi, Mussa, Mvula, Namalomba, Ngoma, Njikho, Nyasulu,
  Pangapanga, Sakala, Thawani, Usi, Vokhiwa, Wasili, Yiwombe, Zimba, Zgambo`)

export const MAIL_HOSTS = list(
  'gmail.example, yahoo.example, outlook.example, mail.mw.example, icloud.example',
)

export const PLACES = list(`Zomba, Mulanje, Likoma, Mzuzu, Salima, Dedza, Nyika, Karonga, Mangochi,
  Nkhata, Thyolo, Shire, Chembe, Viphya, Domwe, Limbe, Ndirande, Kasungu, Rumphi, Balaka`)

export const CLOTHS = list(`Linen, Cotton, Chitenje, Denim, Satin, Silk, Velvet, Corduroy, Chiffon,
  Jersey, Wool, Flannel, Poplin, Crepe, Lace`)

export const GARMENTS =
  list(`Wrap Dress, Shift Dress, Maxi Dress, Pencil Skirt, Pleated Skirt, Work Shirt,
  Camp Shirt, Polo Shirt, Tank Top, Tunic, Chino Trousers, Wide Trousers, Shorts, Bomber Jacket, Blazer, Waistcoat,
  Two Piece Suit, Sandals, Loafers, Ankle Boots, Tote Bag, Clutch, Headwrap, Scarf, Belt, Kaftan, Jumpsuit, Cardigan`)

export const BRANDS = list(
  'Nzeru, Kwacha Couture, Lilongwe Loom, Sunbird, Mtendere, Baobab & Co, Chilembwe, Lakeside',
)

export const TOWNS = list(
  'Blantyre, Lilongwe, Mzuzu, Zomba, Mangochi, Salima, Karonga, Kasungu, Dedza, Thyolo',
)

export const STREETS = list(
  'Plot 4 Sunnyside, Area 25, Area 47, Chilomoni, Nkolokosa, Naperi, Katoto, Chinamwali, Likuni, Bangwe',
)
