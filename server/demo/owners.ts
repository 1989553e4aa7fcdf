import type { Random } from "./random.ts";

export interface Owner {
  OwnerName: string;
  LandlineNo: string;
  MobileNo: string;
  EmailID: string;
}

/** Somebody who might own a house in Lahore; every fourth has left no e-mail address. */
export function makeOwner(random: Random): Owner {
  const name = makeName(random);
  const number = () => String(random.between(0, 9_999_999)).padStart(7, "0");
  return {
    OwnerName: name.shown,
    LandlineNo: random.chance(0.35) ? `042-3${number()}` : "",
    MobileNo: `03${random.between(0, 4)}${random.between(0, 9)}-${number()}`,
    EmailID: random.chance(0.74) ? `${name.plain}${random.between(1, 99)}@example.org` : "",
  };
}

const men = [
  "Kamran",
  "Imran",
  "Waqas",
  "Usman",
  "Bilal",
  "Faisal",
  "Zubair",
  "Tahir",
  "Adeel",
  "Asif",
  "Nadeem",
  "Khalid",
  "Rashid",
  "Salman",
  "Hamza",
  "Naveed",
  "Shahid",
  "Amjad",
  "Farhan",
  "Junaid",
  "Arshad",
  "Saleem",
  "Yasir",
  "Ghulam Rasool",
  "Muhammad Aslam",
  "Muhammad Ali",
  "Hafiz Usman",
  "Abdul Rehman",
  "Abdul Qadeer",
  "Syed Hassan",
] as const;
const women = [
  "Ayesha",
  "Sana",
  "Nasreen",
  "Shabana",
  "Rukhsana",
  "Farzana",
  "Saima",
  "Bushra",
  "Yasmeen",
  "Rabia",
  "Shazia",
  "Amna",
  "Mehwish",
  "Zainab",
  "Hina",
  "Uzma",
  "Samina",
  "Tahira",
  "Fatima",
  "Khadija",
] as const;
const families = [
  "Sheikh",
  "Butt",
  "Malik",
  "Chaudhry",
  "Qureshi",
  "Naqvi",
  "Abbasi",
  "Akhtar",
  "Mahmood",
  "Ghani",
  "Anwar",
  "Iqbal",
  "Dar",
  "Hashmi",
  "Siddiqui",
  "Bhatti",
  "Ansari",
  "Lodhi",
  "Javed",
  "Mirza",
  "Khan",
  "Awan",
  "Rana",
  "Gill",
  "Cheema",
] as const;
const titles = ["Dr.", "Col. (R)", "Prof.", "Ch.", "Haji", "Engr."] as const;
const urdu = [
  { shown: "احمد رضا", plain: "ahmed.raza" },
  { shown: "عائشہ خان", plain: "ayesha.khan" },
  { shown: "محمد عمران بٹ", plain: "imran.butt" },
  { shown: "فاطمہ بی بی", plain: "fatima.bibi" },
  { shown: "چوہدری نذیر احمد", plain: "nazir.ahmed" },
  { shown: "ڈاکٹر صائمہ ملک", plain: "saima.malik" },
] as const;

interface Name {
  shown: string;
  /** For an e-mail address. */
  plain: string;
}

function makeName(random: Random): Name {
  if (random.chance(0.04)) return random.pick(urdu);
  const isMan = random.chance(0.68);
  const first = random.pick(isMan ? men : women);
  const family = random.pick(families);
  const title = isMan && random.chance(0.08) ? `${random.pick(titles)} ` : "";
  return { shown: `${title}${first} ${family}`, plain: `${first}.${family}`.toLowerCase().replaceAll(" ", ".") };
}
