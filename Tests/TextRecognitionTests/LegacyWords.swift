/// Artists and titles in the sets in which old tags hold them.
enum LegacyWords {
    /// - `alone`: how many are recognised each by itself, at least; `together`: how many rows of three neighbours.
    static let sets: [(name: String, words: [String], alone: Int, together: Int)] = [
        (
            "CP949",
            [
                "비", "싸이", "빅뱅", "이적", "보아", "김광석", "아이유", "소녀시대", "방탄소년단", "서태지와 아이들", "이문세", "조용필", "신해철",
                "장기하와 얼굴들", "자우림", "넬", "윤하", "거북이", "클래지콰이", "브로콜리 너마저", "좋은 날", "봄날", "강남스타일", "다시 만난 세계", "거짓말",
                "사랑", "눈", "비밀", "그대에게", "가시나무", "먼지가 되어", "너를 위해", "벚꽃 엔딩", "여수 밤바다", "애인 있어요", "서른 즈음에", "어머님께",
                "꿈", "나비", "밤편지", "인연", "보고싶다", "총 맞은 것처럼", "내 사랑", "오빠", "하늘", "별", "집", "길", "널", "춤", "봄",
            ],
            37, 52
        ),
        (
            "GBK",
            [
                "王菲", "周杰伦", "邓丽君", "陈奕迅", "张学友", "刘德华", "那英", "许巍", "汪峰", "李宗盛", "孙燕姿", "林俊杰", "五月天", "崔健", "罗大佑",
                "窦唯", "朴树", "赵雷", "青花瓷", "七里香", "月亮代表我的心", "十年", "红豆", "后来", "光", "爱", "家", "海", "我的歌声里", "一无所有",
                "海阔天空", "夜曲", "晴天", "听海", "蓝莲花", "春天里", "平凡之路", "成都", "小幸运", "童年", "甜蜜蜜", "传奇", "红", "人间", "天空",
                "约定", "容易受伤的女人", "我愿意",
            ],
            39, 46
        ),
        (
            "CP932",
            [
                "椎名林檎", "坂本龍一", "宇多田ヒカル", "浜崎あゆみ", "久石譲", "米津玄師", "星野源", "中島みゆき", "松任谷由実", "山下達郎", "大滝詠一", "細野晴臣",
                "東京事変", "嵐", "桜", "愛", "夢", "空", "花", "恋", "雪の華", "千本桜", "津軽海峡・冬景色", "上を向いて歩こう", "さくら", "ドライフラワー",
                "紅蓮華", "残酷な天使のテーゼ", "となりのトトロ", "もののけ姫", "さよなら", "ゆき", "はな", "うた", "カバー", "ルビーの指環", "木綿のハンカチーフ",
                "時の流れに身をまかせ", "夜に駆ける", "炎", "群青", "ひまわり", "君", "世界に一つだけの花",
            ],
            38, 44
        ),
        (
            "BIG5",
            [
                "周杰倫", "鄧麗君", "陳奕迅", "張學友", "劉德華", "王菲", "張惠妹", "林憶蓮", "羅大佑", "李宗盛", "伍佰", "五月天", "蘇打綠", "蔡依林",
                "孫燕姿", "梁靜茹", "張雨生", "齊秦", "青花瓷", "月亮代表我的心", "愛", "海", "家", "光", "紅豆", "十年", "後來", "聽海", "童年", "夜曲",
                "晴天", "海闊天空", "光輝歲月", "喜歡你", "情人", "吻別", "千千闕歌", "傾國傾城",
            ],
            34, 36
        ),
        (
            "WINDOWS-1251",
            [
                "Кино", "КИНО", "ДДТ", "Ария", "Земфира", "Би-2", "Сплин", "Аквариум", "Алла Пугачёва",
                "Виктор Цой", "Группа крови", "Звезда по имени Солнце", "Мумий Тролль", "Ленинград", "Океан Ельзи",
                "Скрябін", "Владимир Высоцкий", "Булат Окуджава", "Алиса", "Наутилус Помпилиус", "Чайф",
                "Король и Шут", "Дым", "Сон", "Кони привередливые", "Пачка сигарет", "Перемен", "Что такое осень",
                "Хочешь?", "Выхода нет", "Лабрадор", "Кукушка", "Восьмиклассница", "Ночь", "Дождь", "Обійми",
                "Без бою", "Мама", "Ты", "Я",
            ],
            37, 40
        ),
        (
            "KOI8-R",
            [
                "Кино", "Земфира", "Сплин", "Аквариум", "Алла Пугачёва", "Виктор Цой", "Группа крови",
                "Звезда по имени Солнце", "Мумий Тролль", "Ленинград", "Владимир Высоцкий", "Алиса",
                "Наутилус Помпилиус", "Чайф", "Король и Шут", "Пачка сигарет", "Перемен", "Хочешь?", "Выхода нет",
                "Кукушка", "Ночь", "Дождь", "Мама",
            ],
            23, 23
        ),
        (
            "WINDOWS-1250",
            [
                "Antonín Dvořák", "Leoš Janáček", "Bedřich Smetana", "Jiří Korn", "Lucie Bílá",
                "Helena Vondráčková", "Jaromír Nohavica", "Kabát", "Kryštof", "Wisława Szymborska",
                "Czesław Niemen", "Chłopcy z Placu Broni", "Dezyderata Małgorzata", "Zespół Pieśni i Tańca Śląsk",
                "Biała flaga", "Małe tęsknoty", "Dziwny jest ten świat", "Nie pytaj o Polskę", "Gyöngyhajú lány",
                "Illés", "Szörényi Levente", "Đorđe Balašević", "Oliver Dragojević", "Đurđevdan", "Žuta ruža",
                "Malé štěstí", "Holubí dům", "Láska je láska", "Večerníček", "Příběh", "Ještě jednou",
                "Tři oříšky pro Popelku", "Slovanské tance", "Novosvětská", "Má vlast", "Nie płacz Ewka",
                "Kocham cię kochanie moje",
            ],
            32, 36
        ),
        (
            "WINDOWS-1254",
            [
                "Barış Manço", "Şebnem Ferah", "Müslüm Gürses", "İbrahim Tatlıses", "Zeki Müren", "Sıla",
                "Sıla Gençoğlu", "Gülşen", "Mor ve Ötesi", "Neşet Ertaş", "Fazıl Say", "Kıraç", "Yıldız Tilbe",
                "Şıkıdım", "Gülpembe", "Dağlar Dağlar", "Arkadaşım Eşek", "Aşk", "Güneş", "Yağmur", "Kış Masalı",
                "Unutamadım", "Sarı Laleler", "Işıklı Yollar", "Deniz Gözlüm", "Gönül Dağı",
                "Uzun İnce Bir Yoldayım", "Kırmızı", "Dünya", "Özledim", "Hayatı Tespih Yapmışım",
                "Yalnızlık Senfonisi",
            ],
            27, 32
        ),
        (
            "WINDOWS-1253",
            [
                "Γιώργος Νταλάρας", "Χάρις Αλεξίου", "Μίκης Θεοδωράκης", "Μάνος Χατζιδάκις", "Έλλη Λαμπέτη",
                "Νάνα Μούσχουρη", "Σωτηρία Μπέλλου", "Ζορμπάς", "Τα παιδιά του Πειραιά", "Μάτια", "Αγάπη", "Νύχτα",
                "Ζωή", "Καλημέρα ήλιε", "Το τραγούδι", "Βασίλης Παπακωνσταντίνου", "Άννα Βίσση", "Δέσποινα Βανδή",
                "Όνειρο", "Η ζωή",
            ],
            18, 20
        ),
        (
            "WINDOWS-1255",
            [
                "עפרה חזה", "שלמה ארצי", "אריק איינשטיין", "ירושלים של זהב", "שלום", "אהבה", "חיים", "יום הולדת",
                "עידן רייכל", "דודו טסה", "הבנות נחמה", "בואי", "לילה טוב", "ארץ",
            ],
            10, 14
        ),
        (
            "WINDOWS-1251",
            [
                "иду", "веду", "как дела", "тебе себе", "где же ты", "мама", "всё идёт по плану", "ёжик", "ёлка",
                "ночь", "любовь", "день победы", "в темноте", "сижу", "беду", "все где", "люби меня", "дети",
                "вечер", "небо", "там где ты", "сон", "иду к тебе", "ЛЮБОВЬ", "їжак", "єдина", "Її",
            ],
            26, 25
        ),
    ]

    /// None of them may become anything else.
    static let western = [
        "Beyoncé", "Motörhead", "Sigur Rós", "Mötley Crüe", "Björk", "Maß", "¡Uno!", "¡Dos!", "¡Tré!",
        "naïve", "Dvorák", "Ágætis byrjun", "Við spilum endalaust", "Svefn-g-englar", "Hafþór",
        "Þursaflokkurinn", "Ný batterí", "Friðrik Dór", "Björk Guðmundsdóttir", "Emilíana Torrini",
        "Ásgeir Trausti", "Dýrð í dauðaþögn", "Mánaskin", "Sóley", "Mugison", "Ýmir", "Kýr", "Eivør",
        "Eivør Pálsdóttir", "Týr", "Føroyar", "Trøllabundin", "Brøðrabani", "Tórshavn", "Føroya Bjór",
        "Gåte", "Röyksopp", "a-ha", "Kings of Convenience", "Ane Brun", "Mø", "MØ", "Efterklang", "Kashmir",
        "Nephew", "Sønderjylland", "Rødgrød med fløde", "Åge Aleksandersen", "Bjørn Eidsvåg",
        "Kaizers Orchestra", "Sissel Kyrkjebø", "Jan Garbarek", "Édith Piaf", "Céline Dion",
        "Françoise Hardy", "Mylène Farmer", "Noir Désir", "Où es-tu", "À", "Ça plane pour moi", "Été",
        "L'été indien", "Dès que le vent soufflera", "Élève", "Mélodrame funèbre", "Château", "Hôtel",
        "Île", "Noël", "Maïs", "Cœur", "Œdipe", "Señorita", "El Niño", "Ñengo Flow", "Café Tacvba", "Maná",
        "Héroes del Silencio", "Enrique Bunbury", "Corazón partío", "Más", "Sí", "Tú", "Él",
        "Antônio Carlos Jobim", "João Gilberto", "Legião Urbana", "Construção", "Canções", "Corações",
        "Águas de Março", "Você", "Não", "São Paulo", "Caetano Veloso - Você é linda", "Opções",
        "Die Ärzte", "Grönemeyer", "Für immer", "Größe", "Weiße Rosen", "Übermut", "Ö", "Ä", "Straße",
        "Süß", "Käse", "Xavier Naidoo – Dieser Weg", "Tomás Luis de Victoria", "Così fan tutte", "Perché",
        "Città", "Più", "Zucchero – Così celeste", "Andrea Bocelli – Con te partirò", "La Bohème",
        "Är du kär i mej ännu Klas-Göran", "Håkan Hellström", "Växjö", "Måns Zelmerlöw", "Hästpojken",
        "Jääkaapin valo", "Värttinä", "Apocalyptica", "Yö", "Äiti", "Eläkeläiset", "Nightwish", "Sõnajalg",
        "Põhjamaa", "Õnne algus", "Öövõtt", "Queensrÿche", "Hüsker Dü", "Blue Öyster Cult", "Spinal Tap",
        "Mötorhëad", "Maxïmo Park", "Tiësto", "Zoë", "André Hazes", "Één", "Bløf", "Ênio",
        "Catalunya: història", "Lluís Llach", "L'estaca - Què volen aquesta gent", "Música clàssica",
        "Sopa de Cabra – L'Empordà", "Ëndërr", "Luxemburg: Schëtt", "Alien³", "30° à l'ombre", "½ Life",
        "E=mc²", "No. 1 ©", "½é", "«Où»", "“Déjà vu”", "¿Por qué?", "¿Y tú qué has hecho?", "Peut-être",
        "Ménage à trois", "dÉjÀ vU", "BEYONCÉ", "MÖTLEY CRÜE", "SIGUR RÓS", "CÉLINE DION", "LA BOHÈME",
        "ÁGÆTIS BYRJUN", "Nový", "Krásný den", "Malý princ", "Gýmir", "Lýðveldið Ísland", "Eðli", "Þú",
        "Það", "Það besta", "Þýska", "Ýmislegt", "Íslandsklukkan", "Sæglópur", "Hoppípolla", "Glósóli",
        "Með suð í eyrum", "Góðan daginn", "Inní mér syngur vitleysingur", "All Alright – Straumnes",
        "Rúnar Þórisson", "Páll Óskar", "Ragnheiður Gröndal", "Of Monsters and Men – Dýrafjörður",
        "Jón Leifs", "Kvøldsólarljóð",
    ]
}
